/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3: a switch that returns texts: clang makes a table of distances from its start. */
#include "tests/same/cases/case.h"

static NOINLINE const char *name(int i)
{
	switch (i) {
	case 0:
		return "zero";
	case 1:
		return "one";
	case 2:
		return "two";
	case 3:
		return V == 1 ? "three" : "drei";
	case 4:
		return "four";
	case 5:
		return "five";
	default:
		return "many";
	}
}
CASE(bd_hash(name((int)hide(3)), strlen(name((int)hide(3))), 0))
