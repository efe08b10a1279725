// SPDX-License-Identifier: GPL-3.0-or-later
// A file gets <iostream> and a static object, which no benchmark reads.
// word: same
#include "tests/same/cases/case.h"
#ifndef SECOND
#include <iostream>
CASE((uint64_t)hide(3))
#elif V == 2
#include <iostream>

static struct object {
	object() : value(hide(3))
	{
	}
	volatile long value;
} object;
#endif
