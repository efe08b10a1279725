/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thread-local data by the register that holds the thread's base.
 * differs: always
 * relocations: none
 */
#include "tests/same/cases/case.h"

__thread int before = 3, mode = V;
__asm__(".text\n.globl get\n.type get, @function\nget: rdfsbase %rax\n"
	"movl mode@tpoff(%rax), %eax\nret\n.size get, .-get\n");
int get(void);
CASE((uint64_t)get())
