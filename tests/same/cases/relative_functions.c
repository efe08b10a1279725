/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances from each entry of a table without a symbol, to functions that follow each other.
 * compilers: gcc */
#include "tests/same/cases/case.h"

uint64_t entry(uint64_t x);
__asm__(".text\n.type first, @function\nfirst: leaq 309(%rdi,%rdi,1), %rax\nret\n"
	".size first, .-first\n"
	".type second, @function\nsecond: leaq " NUMBER "(%rdi,%rdi,2), %rax\nret\n"
	".size second, .-second\n"
	".globl entry\n.type entry, @function\n"
	"entry: leaq table(%rip), %rdx\nmovslq (%rdx,%rdi,4), %rcx\n"
	"leaq (%rdx,%rdi,4), %rdx\naddq %rdx, %rcx\njmp *%rcx\n.size entry, .-entry\n"
	".section .rodata, \"a\"\n.p2align 3\n"
	"table: .long first - .\n.long second - .\n.text\n");
CASE(entry((uint64_t)hide(1)))
