/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/texts.h"

#include <string.h>

#include "driver/code/image.h"

static bool is_printable(unsigned char c)
{
	return (c >= ' ' && c < 0x7F) || (c >= '\a' && c <= '\r') || c == 0x1B;
}

uint64_t text_end(const struct image_section *section, uint64_t start, unsigned width)
{
	const unsigned char *bytes = section->bytes + (start - section->address);
	uint64_t left = section->address + section->size - start, size = 0;
	uint32_t c = 0;

	while (size + width <= left) {
		memcpy(&c, bytes + size, width);
		size += width;
		if (!c)
			return start + size;
		if ((width == 1 && !is_printable((unsigned char)c) && c < 0x80) ||
			(width == 4 && c > 0x10FFFF))
			return 0;
	}
	return 0;
}

uint64_t text_longest_end(const struct image_section *section, uint64_t start)
{
	const unsigned char *bytes = section->bytes + (start - section->address);
	uint64_t left = section->address + section->size - start,
		 end = text_end(section, start, 1), wide;

	if (left >= 4 && start % 2 == 0 && *bytes && !bytes[1]) {
		wide = text_end(section, start, start % 4 || bytes[2] || bytes[3] ? 2 : 4);
		if (wide > end)
			end = wide;
	}
	return end;
}

uint64_t text_without_zeros(const struct image_section *section, uint64_t least, uint64_t end)
{
	while (end > least && !section->bytes[end - section->address - 1])
		end--;
	return end;
}
