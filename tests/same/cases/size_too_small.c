/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table whose symbol has the size of its first number. */
#include "tests/same/cases/case.h"

__asm__(".section .rodata\n.balign 8\n.globl table\n.hidden table\n.type table, @object\n"
	"table: .quad 1\n.size table, 8\n.quad " NUMBER "\n.text\n");
extern const volatile long table[2] __attribute__((visibility("hidden")));
CASE((uint64_t)table[1])
