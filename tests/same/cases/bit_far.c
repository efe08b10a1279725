/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A register tells how far a bit is from the address. */
#include "tests/same/cases/case.h"

__asm__(".text\n.globl bit\n.type bit, @function\nbit: xorl %eax, %eax\n"
	"btl %edi, .Lbits(%rip)\nsetc %al\nret\n.size bit, .-bit\n"
	".section .rodata\n.balign 16\n.Lbits: .skip 80\n.long " WORD("1", "2") "\n.text\n");
int bit(unsigned i);
CASE((uint64_t)bit((unsigned)hide(20 * 32 + 1)))
