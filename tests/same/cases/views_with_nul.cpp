// SPDX-License-Identifier: GPL-3.0-or-later
// A view in data knows its length; only a pointer in data leads behind the NUL.
#include "tests/same/cases/case.h"
#include <string_view>

using namespace std::literals;

#define LONG WORD("three\0abc", "three\0abd")
static constexpr std::string_view names[] = { "one"sv, "two\0"sv, { LONG, 9 }, "four"sv };
static const char *volatile inner = LONG + 6;

static NOINLINE std::string_view get(long i)
{
	return names[i];
}
CASE(bd_hash(get(hide(2)).data(), get(hide(2)).size(), 0))
const char *also();
const char *also()
{
	return inner;
}
