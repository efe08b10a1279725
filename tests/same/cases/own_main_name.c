/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * main() refers to nothing but bd_main(), and writes to its arguments.
 * main: own
 */
#include "tests/same/cases/case.h"

static const struct bd_build build = { BD_COMPILER, BD_FLAGS, 1, 0, 0, 0 };
extern char *program_invocation_name;
int main(int argc, char **argv)
{
	argv[0][0] = WORD("A", "B")[0];
	return bd_main(argc, argv, &build);
}
CASE((uint64_t)program_invocation_name[0])
