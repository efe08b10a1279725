// SPDX-License-Identifier: GPL-3.0-or-later
// Traits of the program's own tell a string of the C++ library how much it reads.
// relocations: none, are kept by the link
#include "tests/same/cases/case.h"
#include <string>

#define LONG "abcdefghijklmnopq\0" WORD("first", "worst")

struct Hashes : std::char_traits<char> {
	static char *copy(char *to, const char *from, size_t n)
	{
		memcpy(to, from, n);
		to[0] = static_cast<char>(bd_hash(from, 23, 0));
		return to;
	}
	static size_t length(const char *)
	{
		return 17;
	}
};
using Text = std::basic_string<char, Hashes>;
template class std::basic_string<char, Hashes>;
template Text std::operator+<char, Hashes, std::allocator<char>>(const char *, const Text &);

static NOINLINE uint64_t appended()
{
	Text text;

	text.append(LONG, 17);
	return bd_hash(text.data(), text.size(), 0);
}
static NOINLINE uint64_t added(const Text &text)
{
	Text sum = LONG + text;

	return bd_hash(sum.data(), sum.size(), 0);
}
CASE(appended() + added(Text()))
const char *also();
const char *also()
{
	return HIDE(0) ? LONG + 18 : LONG + 19;
}
