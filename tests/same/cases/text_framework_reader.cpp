/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's function in a namespace of the framework reads the text that it gets beyond the NUL.
 * relocations: none, are kept by the link */
#include "tests/same/cases/framework.h"
#ifndef SECOND
#include "tests/same/cases/case.h"

namespace benchmark
{
NOINLINE uint64_t StrCat(const char *text)
{
	uint64_t hash = 0;

	for (long n = hide(23); n; n--)
		hash = hash * 31 + (unsigned char)*text++;
	return hash;
}
} // namespace benchmark

static NOINLINE uint64_t read_all()
{
	return benchmark::StrCat("abcdefghijklmnopq\0" WORD("first", "worst")) + 1;
}
CASE(read_all())
#endif
