/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/regions.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/code/image.h"

static uint64_t section_end(const struct image_section *section)
{
	return section->address + section->size;
}

static uint32_t add_region(
	struct regions *regions, const struct image_section *section, struct region region)
{
	/* A damaged symbol may reach from one section into another. */
	if (region.start < section->address)
		region.start = section->address;
	if (region.end > section_end(section))
		region.end = section_end(section);
	region.writable = section_is_writable(section);
	region.section = (uint32_t)(section - regions->image->sections);
	*ARRAY_ADD(regions->items, regions->count, regions->capacity) = region;
	return (uint32_t)regions->count - 1;
}

static void add_symbol(struct regions *regions, const struct image_symbol *symbol)
{
	const struct image_section *section = image_section_at(regions->image, symbol->address);
	struct region *last, region = { .start = symbol->address,
		.end = symbol->address + symbol->size,
		.code = section && section_is_code(section) && !symbol->object,
		.name = symbol->name,
		.file = symbol->file };

	if (!section)
		return;
	if (!regions->count || region.start >= regions->items[regions->count - 1].end) {
		add_region(regions, section, region);
		return;
	}
	last = &regions->items[regions->count - 1];
	if (region.end > last->end)
		last->end =
			region.end < section_end(section) ? region.end : section_end(section);
	last->code |= region.code;
	if (last->file != region.file)
		last->file = 0;
}

void regions_find(struct regions *regions, const struct image *image)
{
	*regions = (struct regions){ .image = image, .nameless = table_new() };
	for (size_t i = 0; i < image->symbol_count; i++)
		add_symbol(regions, &image->symbols[i]);
	regions->symbol_count = regions->count;
	targets_find(&regions->targets, image);
}

void regions_release(struct regions *regions)
{
	table_free(regions->nameless);
	targets_release(&regions->targets);
	free(regions->items);
	free(regions->references);
	free(regions->imports);
}

uint32_t regions_nameless(struct regions *regions, const struct image_section *section,
	enum region_kind kind, uint64_t start, uint64_t end, uint32_t file)
{
	AUTO_FREE char *key = memory_format(
		"%" PRIx64 " %" PRIx64 " %d %" PRIu32, start, end, (int)kind, file);
	int added;
	uint32_t number = (uint32_t)*table_add(regions->nameless, key, regions->count, &added);

	return added ? add_region(regions, section,
			       (struct region){ .start = start,
				       .end = end,
				       .kind = kind,
				       .code = kind == REGION_CODE,
				       .file = file })
		     : number;
}

size_t regions_after(const struct regions *regions, uint64_t address)
{
	return image_first_from(
		regions->items, regions->symbol_count, sizeof(*regions->items), address + 1);
}

uint32_t regions_symbol(const struct regions *regions, uint64_t address)
{
	size_t after = regions_after(regions, address);

	return after && address < regions->items[after - 1].end ? (uint32_t)after - 1
								: NO_REGION;
}

uint32_t regions_before(const struct regions *regions, uint64_t address, uint64_t within)
{
	size_t after = address ? regions_after(regions, address - 1) : 0;
	const struct region *region = after ? &regions->items[after - 1] : NULL;

	return region && region->end <= address && address - region->end <= within &&
			       address <=
				       section_end(&regions->image->sections[region->section])
		       ? (uint32_t)after - 1
		       : NO_REGION;
}

uint32_t regions_behind(const struct regions *regions, uint64_t address, uint64_t within)
{
	const struct image_section *section = image_section_at(regions->image, address);
	size_t after = regions_after(regions, address);
	const struct region *region = &regions->items[after];

	return section && after < regions->symbol_count &&
			       region->start < section_end(section) &&
			       region->start - address <= within
		       ? (uint32_t)after
		       : NO_REGION;
}

uint64_t regions_gap_end(
	const struct regions *regions, const struct image_section *section, uint64_t address)
{
	size_t after = regions_after(regions, address);
	uint64_t end = section_end(section);

	return after < regions->symbol_count && regions->items[after].start < end
		       ? regions->items[after].start
		       : end;
}

uint64_t regions_gap_start(
	const struct regions *regions, const struct image_section *section, uint64_t address)
{
	size_t after = regions_after(regions, address);

	return after && regions->items[after - 1].end > section->address
		       ? regions->items[after - 1].end
		       : section->address;
}

uint32_t regions_bytes(struct regions *regions, uint64_t address, uint64_t width)
{
	const struct image *image = regions->image;
	const struct image_section *section = image_section_at(regions->image, address);
	uint64_t end = address + width;

	if (!section)
		return NO_REGION;
	for (size_t i = image_relocation_from(image, address);
		i < image->relocation_count && image->relocations[i].address < end; i++)
		if (image->relocations[i].address + 8 > end &&
			image->relocations[i].type != R_X86_64_NONE)
			end = image->relocations[i].address + 8;
	return regions_nameless(regions, section, REGION_BYTES, address, end, 0);
}

uint32_t regions_gap(struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_section_at(regions->image, address);

	if (!section)
		return NO_REGION;
	return regions_nameless(regions, section, REGION_BYTES,
		regions_gap_start(regions, section, address),
		regions_gap_end(regions, section, address), 0);
}

uint32_t regions_code(struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_code_at(regions->image, address);

	if (!section)
		return NO_REGION;
	return regions_nameless(regions, section, REGION_CODE, address,
		regions_gap_end(regions, section, address), 0);
}

uint32_t regions_section(struct regions *regions, const struct image_section *section)
{
	return regions_nameless(
		regions, section, REGION_SECTION, section->address, section_end(section), 0);
}

static bool is_of_another(const struct region *region, uint32_t file)
{
	return region->file && region->file != file;
}

uint32_t regions_of_file(struct regions *regions, uint64_t address, uint32_t file)
{
	const struct image_section *section = image_section_at(regions->image, address);
	size_t after = regions_after(regions, address), i = after;
	const struct region *items = regions->items;
	uint64_t start = section ? section->address : 0,
		 end = section ? section_end(section) : 0;
	bool own = false;

	for (; i && items[i - 1].end > start && !is_of_another(&items[i - 1], file); i--)
		own |= items[i - 1].file == file;
	if (i && items[i - 1].end > start)
		start = items[i - 1].end;
	for (i = after; i < regions->symbol_count && items[i].start < end &&
			!is_of_another(&items[i], file);
		i++)
		own |= items[i].file == file;
	if (i < regions->symbol_count && items[i].start < end)
		end = items[i].start;
	return section && file && own && start <= address
		       ? regions_nameless(regions, section, REGION_SECTION, start, end, 0)
		       : NO_REGION;
}
