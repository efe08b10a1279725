/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loops SUITE NAME...: prints "NAME WHAT..." of each benchmark: what its timed loop does,
 * "works" where that is work or not known. */
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/code/suite_code.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char **loops = memory_zeroed((size_t)argc, sizeof(*loops));
	struct err e = { "usage: loops SUITE NAME..." };

	for (int i = 2; i < argc; i++)
		string_list_add(&names, argv[i]);
	if (argc < 2 || suite_code_read_loops(argv[1], &names, loops, &e)) {
		fprintf(stderr, "loops: %s\n", e.text);
		return 2;
	}
	for (size_t i = 0; i < names.count; i++) {
		printf("%s %s\n", names.items[i], loops[i] ? loops[i] : "works");
		free(loops[i]);
	}
	return 0;
}
