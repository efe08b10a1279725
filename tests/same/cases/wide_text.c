/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 8: wide texts that share their ends. */
#include "tests/same/cases/case.h"
#include <wchar.h>

static NOINLINE uint64_t sum(const wchar_t *p)
{
	uint64_t h = 0;

	while (*p)
		h = h * 31 + (uint64_t)*p++;
	return h;
}
CASE(sum(V == 1 ? L".jpeg" : L".jpgg") * 3 + sum(L"jpeg"))
