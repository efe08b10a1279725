/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An object that begins where the linker has the end of the section before.
 * compilers: gcc
 * relocations: none
 */
#include "tests/same/cases/case.h"

__asm__(".section alpha, \"aw\"\n.balign 8\n.quad 1\n.section .beta, \"aw\"\n.balign 8\n"
	".globl numbers\n.hidden numbers\n.type numbers, @object\nnumbers: .quad 1, " NUMBER
	"\n.size numbers, 16\n.text\n");
extern const long __stop_alpha[] __attribute__((visibility("hidden")));
extern const long numbers[2] __attribute__((visibility("hidden")));
CASE((uint64_t)numbers[hide(1)])
const long *also(void);
const long *also(void)
{
	return __stop_alpha;
}
