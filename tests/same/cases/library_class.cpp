// SPDX-License-Identifier: GPL-3.0-or-later
// A virtual function of a class of a library, which the program derives from.
// library: -shared -fPIC
#include "tests/same/cases/case.h"
struct base {
	virtual uint64_t get(uint64_t x);
	virtual uint64_t other(uint64_t x);
	virtual ~base();
};
#ifdef LIBRARY
uint64_t base::get(uint64_t x)
{
	return x * V;
}
uint64_t base::other(uint64_t x)
{
	return x;
}
base::~base()
{
}
#else
struct derived : base {
	uint64_t other(uint64_t x) override
	{
		return x + 1;
	}
};
static base *volatile object = new derived;
CASE(object->get((uint64_t)hide(3)))
#endif
