/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loops SUITE: prints "NAME WHAT..." of each benchmark: what its timed loop does, "works" where
 * that is work or not known. */
#include "driver/code/suite_code.h"

#include <stdio.h>

int main(int argc, char **argv)
{
	struct suite_code code;
	struct err e = { "usage: loops SUITE" };

	if (argc != 2 || suite_code_read_loops(&code, argv[1], NULL, &e)) {
		fprintf(stderr, "loops: %s\n", e.text);
		return 2;
	}
	for (size_t i = 0; i < code.count; i++)
		printf("%s %s\n", code.items[i].name,
			code.items[i].loop ? code.items[i].loop : "works");
	suite_code_release(&code);
	return 0;
}
