/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: a table of functions, each entry a distance from itself. */
#include "tests/same/cases/case.h"

__asm__(".text\n.type one, @function\none: leaq 5(%rdi), %rax\nret\n.size one, .-one\n"
	".type two, @function\ntwo: leaq 7(%rdi,%rdi), %rax\nret\n.size two, .-two\n"
	".globl call\n.type call, @function\ncall: leaq table(%rip), %rdx\nleaq (%rdx,%rsi,4), "
	"%rdx\n"
	"movslq (%rdx), %rcx\naddq %rdx, %rcx\njmp *%rcx\n.size call, .-call\n"
	".section .rodata\n.p2align 2\ntable: .long one - .\n.long " WORD(
		"two", "one") " - .\n.text\n");
uint64_t call(uint64_t x, uint64_t which);
CASE(call(3, (uint64_t)hide(1)))
