/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table without a name, that is read from its end. */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl sum\n.type sum, @function\nsum: leaq .Lend(%rip), %rdx\nmovq $-4, %rcx\n"
	"movq %rdi, %rax\n.Lloop: addq (%rdx,%rcx,8), %rax\nimulq $31, %rax\nincq %rcx\njnz "
	".Lloop\n"
	"ret\n.size sum, .-sum\n.section .rodata\n.p2align 3\n.quad 1, " NUMBER ", 3, 4\n"
	".Lend: .quad 82\n.text\n");
uint64_t sum(uint64_t x);
CASE(sum((uint64_t)hide(3)))
