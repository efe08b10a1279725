/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 9: from the first to the last object of a section, by names of a script.
 * compilers: gcc
 * script: script_bounds.ld */
#include "tests/same/cases/case.h"

static const long one __attribute__((section(".list"), used)) = 1;
static const long two __attribute__((section(".list"), used)) = V;
extern const long list_begin[], list_end[];

static NOINLINE uint64_t sum(void)
{
	uint64_t h = 0;

	for (const long *p = list_begin; p < list_end; p++)
		h = h * 31 + (uint64_t)*p;
	return h;
}
CASE(sum())
