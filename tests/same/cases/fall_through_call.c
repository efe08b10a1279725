/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that ends with a call of one that returns goes on in the one behind it. */
#include "tests/same/cases/case.h"

__asm__(".text\n.type three, @function\nthree: movl $3, %ecx\nret\n.size three, .-three\n"
	".type jump, @function\njump: jmp three\n.size jump, .-jump\n"
	".globl one\n.type one, @function\none: call jump\n.size one, .-one\n"
	".type two, @function\ntwo: leaq " NUMBER "(%rcx), %rax\nret\n.size two, .-two\n");
uint64_t one(void);
CASE(one())
