/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A loop ends where the section does: the linker has a label there.
 * relocations: none
 */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl sum\n.type sum, @function\nsum: leaq table+32(%rip), %rdx\nmovq $-4, "
	"%rcx\n"
	"movq %rdi, %rax\n.Lloop: addq (%rdx,%rcx,8), %rax\nimulq $31, %rax\nincq %rcx\njnz "
	".Lloop\n"
	"ret\n.size sum, .-sum\n.section .data.rel.ro.mine, \"aw\"\n.p2align 5\n"
	".type table, @object\ntable: .quad 1, " NUMBER ", 3, 4\n.size table, 32\n.text\n");
uint64_t sum(uint64_t x);
CASE(sum((uint64_t)hide(3)))
