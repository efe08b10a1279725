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
 * texts of one width share their ends. */
static bool is_named_between(
	const struct image *image, uint64_t start, uint64_t end, unsigned width)
{
	for (size_t i = image_label_from(image, start);
		i < image->label_count && image->labels[i].address < end; i++)
		if ((image->labels[i].address - start) % width &&
			!strncmp(image->labels[i].name, ".L", 2))
			return true;
	return false;
}

bool text_has_relocation(const struct image *image, uint64_t start, uint64_t end)
{
	size_t i = image_relocation_from(image, start);

	return i < image->relocation_count && image->relocations[i].address < end;
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
	return wide > end && !is_named_between(image, start, wide, width) &&
			       !text_has_relocation(image, start, wide)
		       ? wide
		       : end;
}

uint64_t text_without_zeros(const struct image_section *section, uint64_t least, uint64_t end)
{
	while (end > least && !section->bytes[end - section->address - 1])
		end--;
	return end;
}

bool text_is_named(const struct image *image, uint64_t address)
{
	for (size_t i = image_label_from(image, address);
		i < image->label_count && image->labels[i].address == address; i++)
		if (!strncmp(image->labels[i].name, ".L", 2))
			return true;
	return false;
}
