// SPDX-License-Identifier: GPL-3.0-or-later
// The address of what is before an array may be inside the name of a type.
#include "tests/same/cases/case.h"

namespace
{
struct Shape {
	virtual ~Shape() = default;
	virtual long area() const = 0;
};
struct NamedSoThatTheNameOfTheTypeIsLongerThanTheIndexThatTheCompilerMovesAway : Shape {
	long area() const override
	{
		return 4;
	}
};
} // namespace

static NamedSoThatTheNameOfTheTypeIsLongerThanTheIndexThatTheCompilerMovesAway shape;
static const Shape *volatile any = &shape;
static const unsigned char table[4] = { 1, 2, 3, V };

CASE(any->area() + HIDE(table - 10)[13])
