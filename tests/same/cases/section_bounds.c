/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 9: from the first to the last object of a section, by the linker's names. */
#include "tests/same/cases/case.h"

static const long one __attribute__((section("list"), used)) = 1;
static const long two __attribute__((section("list"), used)) = V;
extern const long __start_list[], __stop_list[];

static NOINLINE uint64_t sum(void)
{
	uint64_t h = 0;

	for (const long *p = __start_list; p < __stop_list; p++)
		h = h * 31 + (uint64_t)*p;
	return h;
}
CASE(sum())
