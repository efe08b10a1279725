/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program begins before the start files.
 * link: -Wl,-e,enter
 */
#include "tests/same/cases/case.h"

int mode = 3;
void set_mode(void);
void set_mode(void)
{
	mode = V;
}
__asm__(".text\n.globl enter\n.type enter, @function\nenter: pushq %rdx\ncall set_mode\n"
	"popq %rdx\njmp _start\n.size enter, .-enter\n");
CASE((uint64_t)mode)
