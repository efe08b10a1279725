/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A constant in front of the function, whose address is moved to behind it. */
#include "tests/same/cases/case.h"

__asm__(".text\n.p2align 4\n.Lmask: .quad " NUMBER ", 5\n"
	".p2align 4\n.globl get\n.type get, @function\n"
	"get: leaq .Lmask+64(%rip), %rdx\nmovq -64(%rdx), %rax\naddq %rdi, %rax\nret\n"
	".size get, .-get\n");
uint64_t get(long x);
CASE(get(hide(3)))
