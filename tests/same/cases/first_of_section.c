/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 13: a walk from the first object of a section over those behind it. */
#include "tests/same/cases/case.h"

static const long one __attribute__((section("list"), used, no_reorder)) = 1;
static const long two __attribute__((section("list"), used, no_reorder)) = V;
static const long last __attribute__((section("list"), used, no_reorder)) = 0;

static NOINLINE uint64_t sum(const long *p)
{
	uint64_t h = 0;

	while (*p)
		h = h * 31 + (uint64_t)*p++;
	return h;
}
CASE(sum(HIDE(&one)))
