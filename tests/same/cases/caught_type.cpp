// SPDX-License-Identifier: GPL-3.0-or-later
// What is caught is a distance to a pointer, whose place does not change.
// relocations: none
#include "tests/same/cases/case.h"

struct left {
};
struct right {
};
struct both : left {
};
#if V == 1
typedef left caught;
#else
typedef right caught;
#endif

static NOINLINE void fail()
{
	throw both();
}

static NOINLINE uint64_t handled()
{
	try {
		fail();
	} catch (caught &) {
		return 5;
	} catch (...) {
		return 9;
	}
	return 1;
}
CASE(handled())
