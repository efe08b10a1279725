/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who starts at a bound that the linker defines may read all of the program, as a note of it.
 * differs: always */
#include "tests/same/cases/case.h"

__asm__(".section .note.mine, \"a\", @note\n.long 4, 8, 77\n.asciz \"abc\"\n.quad " NUMBER
	"\n.text");
extern const char __ehdr_start[];
static NOINLINE uint64_t sum(void)
{
	const char *p = __ehdr_start;

	return bd_hash((const char *)hide((long)p), 2048, 0);
}
CASE(sum())
