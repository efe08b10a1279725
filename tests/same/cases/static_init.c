/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Code of the section .init, in a program without a loader.
 * compilers: gcc
 * link: -static
 */
#include "tests/same/cases/case.h"

static int mode;
__attribute__((used)) static void set_mode(void)
{
	mode = V;
}
__asm__(".section .init, \"ax\"\ncall set_mode\n.text");
CASE((uint64_t)mode)
