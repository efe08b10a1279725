/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Behind data that are no code there is some that a register leads to. */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl call\n.type call, @function\ncall: leaq .Lone(%rip), %rax\n"
	"addq %rsi, %rax\njmp *%rax\n.byte 0x06\n.Lone: call help\nret\n.size call, .-call\n"
	".type help, @function\nhelp: leaq " NUMBER "(%rdi), %rax\nret\n.size help, .-help\n");
uint64_t call(uint64_t x, uint64_t zero);
CASE(call(3, (uint64_t)hide(0)))
