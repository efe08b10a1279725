/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/utf8.h"

/* Length by the first byte, 0 where none can begin. */
static size_t length_of(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2)
		return 0;
	if (first < 0xe0)
		return 2;
	if (first < 0xf0)
		return 3;
	return first < 0xf5 ? 4 : 0;
}

/* Overlong forms, surrogates and what lies beyond Unicode. */
static int is_valid(uint32_t code, size_t length)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

	return code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

size_t utf8_decode(const char *text, uint32_t *code)
{
	const unsigned char *bytes = (const unsigned char *)text;
	size_t length = length_of(bytes[0]);
	uint32_t value = bytes[0];

	*code = UTF8_INVALID;
	if (!length)
		return 1;
	if (length > 1)
		value &= 0x7fu >> length;
	for (size_t i = 1; i < length; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 1;
		value = value << 6 | (bytes[i] & 0x3f);
	}
	if (!is_valid(value, length))
		return 1;
	*code = value;
	return length;
}

struct range {
	uint32_t first, last;
};

static int within(const struct range *ranges, size_t count, uint32_t code)
{
	for (size_t i = 0; i < count; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return 1;
	return 0;
}

/* The blocks that names really use; wcwidth() would depend on the locale. */
size_t utf8_width(uint32_t code)
{
	static const struct range none[] = { { 0x300, 0x36f }, { 0x200b, 0x200f },
		{ 0x202a, 0x202e }, { 0x2060, 0x2064 }, { 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f },
		{ 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff } };
	static const struct range wide[] = { { 0x1100, 0x115f }, { 0x2e80, 0x303e },
		{ 0x3041, 0xa4cf }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f },
		{ 0xff00, 0xff60 }, { 0xffe0, 0xffe6 }, { 0x1f300, 0x1f64f },
		{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd } };

	if (code < 0x300 || code == UTF8_INVALID)
		return 1;
	if (within(none, sizeof(none) / sizeof(*none), code))
		return 0;
	return within(wide, sizeof(wide) / sizeof(*wide), code) ? 2 : 1;
}
