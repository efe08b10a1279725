// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual table of distances, which count from behind its first entries.
// compilers: clang
// flags: -Xclang -fexperimental-relative-c++-abi-vtables
// relocations: none
#include "tests/same/cases/case.h"

namespace
{
struct shape {
	virtual uint64_t first(uint64_t x) const = 0;
	virtual uint64_t second(uint64_t x) const = 0;
};
struct named {
	virtual uint64_t third(uint64_t x) const = 0;
};
struct square : shape, named {
	uint64_t first(uint64_t x) const override
	{
		return x + 1;
	}
	uint64_t second(uint64_t x) const override
	{
		return x * 3;
	}
	uint64_t third(uint64_t x) const override
	{
		return x * (4 + V);
	}
};
} // namespace

static NOINLINE const named *make()
{
	static square one;
	return &one;
}
CASE(make()->third((uint64_t)hide(3)))
