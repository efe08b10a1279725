/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a constructor wrote is read from its end, where another object begins. */
#include "tests/same/cases/case.h"

__asm__(".bss\n.balign 16\n.globl t\n.type t, @object\nt: .Lt: .zero 16\n.size t, .-t\n"
	".type u, @object\nu: .zero 16\n.size u, .-u\n"
	".text\n.globl get\n.type get, @function\nget: leaq .Lt+16(%rip), %rax\n"
	"movl -16(%rax,%rdi,4), %eax\nret\n.size get, .-get\n");
extern unsigned t[4];
unsigned get(long i);

__attribute__((constructor)) static void make(void)
{
	for (unsigned i = 0; i < 4; i++)
		t[i] = i * V + 1;
}
CASE(get(hide(2)))
