/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table of functions, each entry a distance from the table.
 * relocations: none
 */
#include "tests/same/cases/case.h"

__asm__(".text\n.type one, @function\none: leaq 5(%rdi), %rax\nret\n.size one, .-one\n"
	".type two, @function\ntwo: leaq " NUMBER "(%rdi,%rdi), %rax\nret\n.size two, .-two\n"
	".globl call\n.type call, @function\ncall: leaq table(%rip), %rdx\n"
	"movslq (%rdx,%rsi,4), %rcx\naddq %rdx, %rcx\njmp *%rcx\n.size call, .-call\n"
	".section .rodata\n.p2align 2\n.type table, @object\ntable: .long one - table\n"
	".long two - table\n.size table, 8\n.text\n");
uint64_t call(uint64_t x, uint64_t which);
CASE(call(3, (uint64_t)hide(1)))
