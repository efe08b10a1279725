/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/utf16.h"

#include "compare/base/memory.h"
#include "compare/base/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
