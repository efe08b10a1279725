/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that its symbol calls an object. */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl one\n.type one, @object\none: call two\nret\n.size one, .-one\n"
	".type two, @function\ntwo: leaq " NUMBER "(%rdi), %rax\nret\n.size two, .-two\n");
uint64_t one(uint64_t x);
CASE(one((uint64_t)hide(3)))
