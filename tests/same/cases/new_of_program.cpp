// SPDX-License-Identifier: GPL-3.0-or-later
// 5: std::string calls the operator new of the program, from within the library.
#include "tests/same/cases/case.h"
#include <cstdlib>
#include <new>
#include <string>

static int count;

void *operator new(size_t size)
{
	count += V;
	return std::malloc(size);
}

void operator delete(void *p) noexcept
{
	std::free(p);
}

void operator delete(void *p, size_t) noexcept
{
	std::free(p);
}

static NOINLINE uint64_t work()
{
	int before = count;
	std::string text("a text that is longer than what fits into a string itself");

	text.append(text);
	return static_cast<uint64_t>(count - before);
}
CASE(work())
