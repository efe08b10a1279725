/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text that is read from its end, where another begins; no relocations are kept.
 * relocations: none */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl sum\n.type sum, @function\nsum: leaq .Lword+5(%rip), %rdx\nmovq $-5, "
	"%rcx\n"
	"movq %rdi, %rax\n.Lloop: movsbq (%rdx,%rcx), %rsi\naddq %rsi, %rax\nimulq $31, %rax\n"
	"incq %rcx\njnz .Lloop\nret\n.size sum, .-sum\n"
	".section .rodata.str1.1,\"aMS\",@progbits,1\n.Lword: .string \"" WORD(
		"word", "ward") "\"\n"
				".string \"next\"\n.text\n");
uint64_t sum(uint64_t x);
CASE(sum((uint64_t)hide(3)))
