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

/* A literal has its name there: these are no characters of that width, as linkers let only
 * texts of one width share their ends, and nobody writes one of ideograms whose bytes all look
 * like letters. */
static bool is_named_between(const struct image *image, const struct image_section *section,
	uint64_t start, uint64_t end, unsigned width)
{
	for (size_t i = image_label_from(image, start + 1);
		i < image->label_count && image->labels[i].address < end; i++) {
		uint64_t at = image->labels[i].address;
		const unsigned char *bytes = section->bytes + (at - section->address);

		if (!strncmp(image->labels[i].name, ".L", 2) &&
			((at - start) % width ||
				(at + 1 < end && !bytes[-1] && is_printable(bytes[0]) &&
					is_printable(bytes[1]))))
			return true;
	}
	return false;
}

uint64_t text_longest_end(
	const struct image *image, const struct image_section *section, uint64_t start)
{
	const unsigned char *bytes = section->bytes + (start - section->address);
	uint64_t left = section->address + section->size - start,
		 end = text_end(section, start, 1), wide;
	unsigned width;

	if (left < 4 || start % 2 || !*bytes || bytes[1])
		return end;
	width = start % 4 || bytes[2] || bytes[3] ? 2 : 4;
	wide = text_end(section, start, width);
	return wide > end && !is_named_between(image, section, start, wide, width) &&
			       !image_has_relocation(image, start, wide)
		       ? wide
		       : end;
}

uint64_t text_without_zeros(const struct image_section *section, uint64_t start, uint64_t end)
{
	while (end > start + 1 && !section->bytes[end - section->address - 1])
		end--;
	return end;
}
