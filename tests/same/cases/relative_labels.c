/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of labels in another function than the one that reads it. */
#include "tests/same/cases/case.h"

__asm__(".text\n.type other, @function\nother: ret\n.Lone: leaq 5(%rdi), %rax\nret\n"
	".Ltwo: leaq " NUMBER "(%rdi,%rdi), %rax\nret\n.size other, .-other\n"
	".globl call\n.type call, @function\ncall: leaq .Ltable(%rip), %rdx\n"
	"movslq (%rdx,%rsi,4), %rcx\naddq %rdx, %rcx\njmp *%rcx\n.size call, .-call\n"
	".section .rodata\n.p2align 2\n.Ltable: .long .Lone - .Ltable\n"
	".long .Ltwo - .Ltable\n.text\n");
uint64_t call(uint64_t x, uint64_t which);
CASE(call(3, (uint64_t)hide(1)))
