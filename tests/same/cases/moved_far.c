/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Without PIE, an index from 304 on: the instruction has the address of the array before.
 * flags: -fno-pie
 * link: -no-pie */
#include "tests/same/cases/case.h"

__asm__(".section .rodata\n.balign 8\n"
	".type first, @object\nfirst: .fill 304, 4, 7\n.size first, .-first\n"
	".type table, @object\ntable: .long 1, 2, 3, " NUMBER "\n.size table, .-table\n"
	".text\n.globl get\n.type get, @function\n"
	"get: movl table-1216(,%rdi,4), %eax\nret\n.size get, .-get\n");
int get(long i);
CASE((uint64_t)get(hide(304 + 3)))
