// SPDX-License-Identifier: GPL-3.0-or-later
// What is caught is a type of the library.
// relocations: none
#include "tests/same/cases/case.h"
#include <stdexcept>
#include <vector>

#if V == 1
typedef std::invalid_argument caught;
#else
typedef std::out_of_range caught;
#endif

static NOINLINE uint64_t handled(const std::vector<int> &all, long at)
{
	try {
		return (uint64_t)all.at((size_t)at);
	} catch (const caught &) {
		return 5;
	} catch (const std::exception &) {
		return 9;
	}
}
CASE(handled({ 1, 2 }, hide(7)))
