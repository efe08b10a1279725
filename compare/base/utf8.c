/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/utf8.h"

#include "compare/base/memory.h"
#include "harness/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

#define ROOM_LEAST (64u << 10)
#define MARK       0xfeffu
#define DAMAGE     '\xff'

bool utf16_begins(const char *bytes, size_t size)
{
	return size >= 2 &&
	       (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

struct utf16 *utf16_new(const char *bytes, size_t size)
{
	struct utf16 *u = memory_zeroed(1, sizeof(*u));

	u->capacity = size > ROOM_LEAST ? size : ROOM_LEAST;
	u->bytes = memory_zeroed(u->capacity, 1);
	u->big_endian = *bytes == '\xfe';
	u->count = size;
	memcpy(u->bytes, bytes, size);
	return u;
}

void utf16_free(struct utf16 *utf16)
{
	if (utf16)
		free(utf16->bytes);
	free(utf16);
}

static uint32_t unit_at(const struct utf16 *u, size_t i)
{
	return u->big_endian ? (uint32_t)u->bytes[i] << 8 | u->bytes[i + 1]
			     : (uint32_t)u->bytes[i + 1] << 8 | u->bytes[i];
}

static bool is_high(uint32_t unit)
{
	return unit >= 0xd800 && unit < 0xdc00;
}

static bool is_low(uint32_t unit)
{
	return unit >= 0xdc00 && unit < 0xe000;
}

size_t utf16_convert(struct utf16 *u, char *to, size_t room, bool at_end)
{
	size_t i = 0, size = 0;

	while (i < u->count && size + 4 <= room) {
		size_t left = u->count - i;
		uint32_t unit = left > 1 ? unit_at(u, i) : 0;

		if (!at_end && (left < 2 || (is_high(unit) && left < 4)))
			break;
		if (left > 3 && is_high(unit) && is_low(unit_at(u, i + 2))) {
			unit = 0x10000 + ((unit - 0xd800) << 10) + unit_at(u, i + 2) - 0xdc00;
			i += 2;
		}
		if (left < 2 || is_high(unit) || is_low(unit))
			to[size++] = DAMAGE;
		else if (unit != MARK)
			size += utf8_put(to + size, unit);
		i += left < 2 ? 1 : 2;
	}
	u->count -= i;
	memmove(u->bytes, u->bytes + i, u->count);
	return size;
}
