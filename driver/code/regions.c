/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/regions.h"

#include <assert.h>
#include <elf.h>
#include <fnmatch.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/access.h"
#include "driver/code/elf_image.h"

/* Zeros between two objects without symbols are at most so many. */
#define PADDING_MAX 64

/* Symbols that overlap are one extent. */
struct extent {
	uint64_t start, end;
	uint32_t region;
};

/* Of a region that is no symbol's. */
struct nameless {
	uint64_t start, end;
	uint32_t region;
};

struct regions {
	const struct image *image;
	struct extent *extents; /* by address */
	size_t extent_count;
	uint64_t *targets; /* of all relocations, and the starts of the extents; ascending */
	size_t target_count;
	struct region *items;
	size_t count, capacity;
	void *nameless; /* tree of struct nameless */
};

static int compare_addresses(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int compare_nameless(const void *a, const void *b)
{
	const struct nameless *x = a, *y = b;
	int order = compare_addresses(&x->start, &y->start);

	return order ? order : compare_addresses(&x->end, &y->end);
}

bool section_is_code(const struct image_section *section)
{
	return section->flags & SHF_EXECINSTR;
}

bool section_is_named(const struct image_section *section, const char *glob)
{
	return section->name && !fnmatch(glob, section->name, 0);
}

static uint64_t section_end(const struct image_section *section)
{
	return section->address + section->size;
}

static void make_extents(struct regions *regions)
{
	const struct image *image = regions->image;

	regions->extents = memory_zeroed(image->symbol_count + 1, sizeof(*regions->extents));
	assert(regions->extents);
	for (size_t i = 0; i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i];
		struct extent *last = regions->extent_count
					      ? &regions->extents[regions->extent_count - 1]
					      : NULL;

		if (!last || s->address >= last->end)
			regions->extents[regions->extent_count++] =
				(struct extent){ s->address, s->address + s->size, NO_REGION };
		else if (s->address + s->size > last->end)
			last->end = s->address + s->size;
	}
}

static void make_targets(struct regions *regions)
{
	const struct image *image = regions->image;

	regions->targets = memory_zeroed(
		regions->extent_count + image->relocation_count + 1, sizeof(*regions->targets));
	for (size_t i = 0; i < regions->extent_count; i++)
		regions->targets[regions->target_count++] = regions->extents[i].start;
	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];
		bool relative = r->type == R_X86_64_PC32 || r->type == R_X86_64_PLT32;

		if (r->defined || r->dynamic)
			regions->targets[regions->target_count++] =
				r->value + (uint64_t)r->addend + (relative ? 4 : 0);
	}
	qsort(regions->targets, regions->target_count, sizeof(*regions->targets),
		compare_addresses);
}

struct regions *regions_new(const struct image *image)
{
	struct regions *regions = memory_zeroed(1, sizeof(*regions));

	regions->image = image;
	make_extents(regions);
	make_targets(regions);
	return regions;
}

void regions_free(struct regions *regions)
{
	if (!regions)
		return;
	tdestroy(regions->nameless, free);
	free(regions->extents);
	free(regions->targets);
	free(regions->items);
	free(regions);
}

uint32_t regions_count(const struct regions *regions)
{
	return (uint32_t)regions->count;
}

const struct region *regions_item(const struct regions *regions, uint32_t region)
{
	return &regions->items[region];
}

/* When constructors run: the loader has protected some. */
static bool is_writable(const struct image_section *section)
{
	return section->flags & SHF_WRITE && !section_is_named(section, ".got*") &&
	       !section_is_named(section, ".data.rel.ro*") &&
	       !section_is_named(section, ".*_array") && !section_is_named(section, ".dynamic");
}

static uint32_t add_region(struct regions *regions, const struct image_section *section,
	uint64_t start, uint64_t end)
{
	regions->items = memory_grow(regions->items, &regions->capacity, regions->count + 1,
		sizeof(*regions->items));
	regions->items[regions->count] = (struct region){ .start = start,
		.end = end < section_end(section) ? end : section_end(section),
		.writable = is_writable(section) };
	return (uint32_t)regions->count++;
}

static uint32_t nameless_region(struct regions *regions, const struct image_section *section,
	uint64_t start, uint64_t end)
{
	struct nameless wanted = { start, end, 0 }, *added, **found;

	found = tfind(&wanted, &regions->nameless, compare_nameless);
	if (found)
		return (*found)->region;
	added = memory_zeroed(1, sizeof(*added));
	*added = wanted;
	added->region = add_region(regions, section, start, end);
	if (!tsearch(added, &regions->nameless, compare_nameless))
		memory_fatal("tsearch");
	return added->region;
}

/* The first extent that begins after the address. */
static size_t extent_after(const struct regions *regions, uint64_t address)
{
	return image_first_from(regions->extents, regions->extent_count,
		sizeof(*regions->extents), address + 1);
}

static struct extent *extent_at(const struct regions *regions, uint64_t address)
{
	size_t after = extent_after(regions, address);

	return after && address < regions->extents[after - 1].end ? &regions->extents[after - 1]
								  : NULL;
}

/* What lies between two symbols of a section, around the address. */
static uint32_t gap_region(
	struct regions *regions, const struct image_section *section, uint64_t address)
{
	size_t after = extent_after(regions, address);
	uint64_t start = section->address, end = section_end(section);

	if (after && regions->extents[after - 1].end > start)
		start = regions->extents[after - 1].end;
	if (after < regions->extent_count && regions->extents[after].start < end)
		end = regions->extents[after].start;
	return nameless_region(regions, section, start, end);
}

/* The first address that anything refers to, at or after `from`, within the section. */
static uint64_t next_target(
	const struct regions *regions, const struct image_section *section, uint64_t from)
{
	size_t low = image_first_from(
		regions->targets, regions->target_count, sizeof(*regions->targets), from);

	if (low == regions->target_count || regions->targets[low] > section_end(section))
		return section_end(section);
	return regions->targets[low];
}

static bool is_printable(unsigned char c)
{
	return (c >= ' ' && c < 0x7F) || (c >= '\a' && c <= '\r') || c == 0x1B;
}

/*
 * The end of a text without a symbol; 0 if it is none. The linker lets one text end in another,
 * so it goes to its NUL, and from there to what is next referred to: it may hold several.
 */
static uint64_t text_end(
	const struct regions *regions, const struct image_section *section, uint64_t start)
{
	const unsigned char *bytes = section->bytes + (start - section->address);
	uint64_t left = section_end(section) - start, size = 0, end;

	while (size < left && is_printable(bytes[size]))
		size++;
	if (size == left || bytes[size])
		return 0;
	end = next_target(regions, section, start + size + 1);
	if (!size && end - start > PADDING_MAX)
		return 0;
	while (end > start + size + 1 && !bytes[end - start - 1])
		end--;
	return end;
}

/* The entries of a jump table are relocated; compilers make no symbol for it. */
static bool is_jump_table(
	const struct regions *regions, const struct image_section *section, uint64_t address)
{
	const struct image *image = regions->image;
	size_t i = image_relocation_from(image, address);
	const struct image_relocation *r = &image->relocations[i];

	return i < image->relocation_count && r->address == address &&
	       (r->type == R_X86_64_PC32 || r->type == R_X86_64_64) &&
	       address < section_end(section);
}

uint32_t regions_section(struct regions *regions, const struct image_section *section)
{
	return nameless_region(regions, section, section->address, section_end(section));
}

static uint32_t object_region(struct regions *regions, const struct image_section *section,
	uint64_t address, uint64_t width)
{
	uint64_t end = 0;

	if (section_is_named(section, ".got*"))
		return nameless_region(regions, section, address, address + 8);
	if (!section_is_code(section) && is_jump_table(regions, section, address))
		end = next_target(regions, section, address + 1);
	else if (width && section->bytes)
		end = address + width;
	else if (!section_is_code(section) && !(section->flags & SHF_WRITE) && section->bytes)
		end = text_end(regions, section, address);
	if (!end)
		return gap_region(regions, section, address);
	return nameless_region(regions, section, address, end);
}

uint32_t regions_at(struct regions *regions, uint64_t address, uint64_t width)
{
	const struct image_section *section = image_section_at(regions->image, address);
	struct extent *extent;

	if (!section || !(section->flags & SHF_ALLOC))
		return NO_REGION;
	if (width == ACCESS_SECTION)
		return regions_section(regions, section);
	extent = extent_at(regions, address);
	if (!extent)
		return object_region(regions, section, address, width);
	if (extent->region == NO_REGION)
		extent->region = add_region(regions, section, extent->start, extent->end);
	return extent->region;
}

bool regions_symbol_at(const struct regions *regions, uint64_t address, uint64_t *start)
{
	const struct extent *extent = extent_at(regions, address);

	*start = extent ? extent->start : 0;
	return extent != NULL;
}
