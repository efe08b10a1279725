/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 10a: assembler that keeps its constants between its functions. */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl mask\n.type mask, @function\nmask: movq .Lmask(%rip), %rax\n"
	"imulq %rdi, %rax\nret\n.size mask, .-mask\n.p2align 4\n.Lmask: .quad " NUMBER "\n");
uint64_t mask(uint64_t x);
CASE(mask((uint64_t)hide(3)))
