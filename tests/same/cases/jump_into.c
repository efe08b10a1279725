/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 10b: two entries, one body. */
#include "tests/same/cases/case.h"

__asm__(".text\n.type two, @function\ntwo: addq $3, %rdi\n.Lcommon: leaq " NUMBER
	"(%rdi), %rax\n"
	"ret\n.size two, .-two\n.globl one\n.type one, @function\none: imulq $5, %rdi\n"
	"jmp .Lcommon\n.size one, .-one\n");
uint64_t one(uint64_t x);
CASE(one((uint64_t)hide(3)))
