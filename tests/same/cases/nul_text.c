/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 8: a text of several parts, that somebody refers to the middle of. */
#include "tests/same/cases/case.h"

static NOINLINE uint64_t words(const char *p)
{
	uint64_t h = 0;

	for (; *p; p += strlen(p) + 1)
		h = bd_hash(p, strlen(p), h);
	return h;
}

static const char *const names = V == 1 ? "abc\0def\0ghi\0" : "abc\0def\0ghj\0";
static const char *volatile second = (V == 1 ? "abc\0def\0ghi\0" : "abc\0def\0ghj\0") + 4;
CASE(words(HIDE(names)))
uint64_t also(void);
uint64_t also(void)
{
	return words(second);
}
