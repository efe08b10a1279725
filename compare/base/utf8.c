/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/utf8.h"

#include "compare/base/memory.h"
#include "harness/base/text.h"

size_t utf8_decode(const char *text, uint32_t *code)
{
	size_t length = bd_utf8_decode(text, code);

	if (!length)
		*code = UTF8_INVALID;
	return length ? length : 1;
}

size_t utf8_put(char *to, uint32_t code)
{
	size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const unsigned first[] = { 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = more; i > 0; i--, code >>= 6)
		to[i] = (char)(0x80 | (code & 0x3f));
	to[0] = (char)(first[more] | code);
	return more + 1;
}

struct code_range {
	uint32_t first, last;
};

static int within(const struct code_range *ranges, size_t count, uint32_t code)
{
	for (size_t i = 0; i < count; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return 1;
	return 0;
}

/* The blocks that names really use; wcwidth() would depend on the locale. */
size_t utf8_width(uint32_t code)
{
	static const struct code_range none[] = { { 0x300, 0x36f }, { 0x200b, 0x200f },
		{ 0x202a, 0x202e }, { 0x2060, 0x2064 }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f },
		{ 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff } };
	static const struct code_range wide[] = { { 0x1100, 0x115f }, { 0x2e80, 0x303e },
		{ 0x3041, 0xa4cf }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f },
		{ 0xff00, 0xff60 }, { 0xffe0, 0xffe6 }, { 0x1f300, 0x1f64f },
		{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd } };

	if (code < 0x300 || code == UTF8_INVALID)
		return 1;
	if (within(none, ARRAY_SIZE(none), code))
		return 0;
	return within(wide, ARRAY_SIZE(wide), code) ? 2 : 1;
}
