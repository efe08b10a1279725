// SPDX-License-Identifier: GPL-3.0-or-later
// What is caught is in a table that only the unwinder reads.
#include "tests/same/cases/case.h"
#include <exception>

static NOINLINE void fail(long i)
{
	if (i == 1)
		throw 3;
	if (i == 2)
		throw 4L;
}

#if V == 1
#define CAUGHT int
#else
#define CAUGHT long
#endif

static NOINLINE uint64_t caught(long i)
{
	try {
		fail(i);
	} catch (CAUGHT) {
		return 5;
	} catch (...) {
		return 9;
	}
	return 1;
}
CASE(caught(hide(1)))
