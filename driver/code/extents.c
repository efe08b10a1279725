/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/extents.h"

#include "compare/base/memory.h"
#include "driver/code/image.h"

void extents_make(struct extents *extents, const struct image *image)
{
	*extents = (struct extents){ .items = memory_zeroed(image->symbol_count + 1,
					     sizeof(*extents->items)) };
	for (size_t i = 0; i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i];
		size_t n = extents->count;
		struct extent *last = &extents->items[n ? n - 1 : 0];

		if (!n || s->address >= last->end) {
			extents->items[extents->count++] = (struct extent){ s->address,
				s->address + s->size, s->name, NO_REGION, s->file, s->object };
			continue;
		}
		if (s->address + s->size > last->end)
			last->end = s->address + s->size;
		last->object &= s->object;
		if (last->file != s->file)
			last->file = 0;
	}
}

size_t extents_after(const struct extents *extents, uint64_t address)
{
	return image_first_from(
		extents->items, extents->count, sizeof(*extents->items), address + 1);
}

uint64_t extents_gap_end(
	const struct extents *extents, const struct image_section *section, uint64_t address)
{
	size_t after = extents_after(extents, address);
	uint64_t end = section->address + section->size;

	return after < extents->count && extents->items[after].start < end
		       ? extents->items[after].start
		       : end;
}

uint64_t extents_gap_start(
	const struct extents *extents, const struct image_section *section, uint64_t address)
{
	size_t after = extents_after(extents, address);

	return after && extents->items[after - 1].end > section->address
		       ? extents->items[after - 1].end
		       : section->address;
}

static bool is_of_another(const struct extent *extent, uint32_t file)
{
	return extent->file && extent->file != file;
}

bool extents_of_file(const struct extents *extents, const struct image_section *section,
	uint64_t address, uint32_t file, uint64_t *start, uint64_t *end)
{
	size_t after = extents_after(extents, address), i = after;
	const struct extent *items = extents->items;
	bool own = false;

	*start = section->address;
	*end = section->address + section->size;
	for (; i && items[i - 1].end > *start && !is_of_another(&items[i - 1], file); i--)
		own |= items[i - 1].file == file;
	if (i && items[i - 1].end > *start)
		*start = items[i - 1].end;
	for (i = after;
		i < extents->count && items[i].start < *end && !is_of_another(&items[i], file);
		i++)
		own |= items[i].file == file;
	if (i < extents->count && items[i].start < *end)
		*end = items[i].start;
	return own && *start <= address;
}
