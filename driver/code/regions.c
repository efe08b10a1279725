/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: extents of symbols come from the symbol table. Where there is no symbol, the end of
 * an object is not known, only places that somebody refers to (targets). A literal that the
 * linker kept a name of ends with its NUL, in the width of its characters. Other texts end
 * where something begins that is certainly no text of the same object: a symbol, a named
 * literal, a text that only code of another file refers to, or a place that is referred to and
 * holds no text. Tables end at the first entry that cannot be theirs.
 */
#include "driver/code/regions.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/code/extents.h"
#include "driver/code/image.h"
#include "driver/code/symbols.h"
#include "driver/code/tables.h"
#include "driver/code/targets.h"
#include "driver/code/texts.h"

/* Compilers seldom move the address of an object by more bytes, to the very start of a text. */
#define MOVED_MAX 64

struct regions {
	const struct image *image;
	struct extents extents;
	struct targets targets, unnamed;
	struct tables tables;
	struct region *items;
	size_t count, capacity;
	struct table *nameless; /* of all that are no symbol's: their numbers */
};

static uint64_t section_end(const struct image_section *section)
{
	return section->address + section->size;
}

struct regions *regions_new(const struct image *image)
{
	struct regions *regions = memory_zeroed(1, sizeof(*regions));

	regions->image = image;
	regions->nameless = table_new();
	extents_make(&regions->extents, image);
	targets_find(&regions->targets, image);
	targets_find_unnamed(&regions->unnamed, image);
	regions->tables = (struct tables){ image, &regions->extents, &regions->targets };
	return regions;
}

void regions_free(struct regions *regions)
{
	if (!regions)
		return;
	table_free(regions->nameless);
	targets_release(&regions->targets);
	targets_release(&regions->unnamed);
	free(regions->extents.items);
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

static uint32_t add_region(
	struct regions *regions, const struct image_section *section, struct region region)
{
	regions->items = memory_grow(regions->items, &regions->capacity, regions->count + 1,
		sizeof(*regions->items));
	/* A damaged symbol may reach from one section into another. */
	if (region.start < section->address)
		region.start = section->address;
	if (region.end > section_end(section))
		region.end = section_end(section);
	region.writable = section_is_writable(section);
	region.section = (uint32_t)(section - regions->image->sections);
	regions->items[regions->count] = region;
	return (uint32_t)regions->count++;
}

static uint32_t nameless_of_file(struct regions *regions, const struct image_section *section,
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

static uint32_t nameless_region(struct regions *regions, const struct image_section *section,
	enum region_kind kind, uint64_t start, uint64_t end)
{
	return nameless_of_file(regions, section, kind, start, end, 0);
}

static const struct image_section *allocated_at(const struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_section_at(regions->image, address);

	return section && section->flags & SHF_ALLOC ? section : NULL;
}

static uint32_t extent_region(
	struct regions *regions, const struct image_section *section, struct extent *extent)
{
	if (extent->region == NO_REGION)
		extent->region = add_region(regions, section,
			(struct region){ .start = extent->start,
				.end = extent->end,
				.kind = REGION_SYMBOL,
				.code = section_is_code(section) && !extent->object,
				.name = extent->name,
				.file = extent->file });
	return extent->region;
}

uint32_t regions_symbol(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);
	size_t after = extents_after(&regions->extents, address);

	if (!section || !after || address >= regions->extents.items[after - 1].end)
		return NO_REGION;
	return extent_region(regions, section, &regions->extents.items[after - 1]);
}

uint32_t regions_before(struct regions *regions, uint64_t address, uint64_t within)
{
	size_t after = address ? extents_after(&regions->extents, address - 1) : 0;
	struct extent *extent = after ? &regions->extents.items[after - 1] : NULL;
	const struct image_section *section;

	if (!extent || extent->end > address || address - extent->end > within)
		return NO_REGION;
	section = allocated_at(regions, extent->start);
	if (!section || address > section_end(section))
		return NO_REGION;
	return extent_region(regions, section, extent);
}

uint32_t regions_behind(struct regions *regions, uint64_t address, uint64_t within)
{
	const struct image_section *section = allocated_at(regions, address);
	size_t after = extents_after(&regions->extents, address);
	struct extent *extent = &regions->extents.items[after];

	if (!section || after == regions->extents.count ||
		extent->start >= section_end(section) || extent->start - address > within)
		return NO_REGION;
	return extent_region(regions, section, extent);
}

uint32_t regions_bytes(struct regions *regions, uint64_t address, uint64_t width)
{
	const struct image *image = regions->image;
	const struct image_section *section = allocated_at(regions, address);
	uint64_t end = address + width;

	if (!section)
		return NO_REGION;
	for (size_t i = image_relocation_from(image, address);
		i < image->relocation_count && image->relocations[i].address < end; i++)
		if (image->relocations[i].address + 8 > end &&
			image->relocations[i].type != R_X86_64_NONE)
			end = image->relocations[i].address + 8;
	return nameless_region(regions, section, REGION_BYTES, address, end);
}

uint32_t regions_gap(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);

	if (!section)
		return NO_REGION;
	return nameless_region(regions, section, REGION_BYTES,
		extents_gap_start(&regions->extents, section, address),
		extents_gap_end(&regions->extents, section, address));
}

uint32_t regions_code(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);

	if (!section || !section_is_code(section))
		return NO_REGION;
	return nameless_region(regions, section, REGION_CODE, address,
		extents_gap_end(&regions->extents, section, address));
}

uint32_t regions_section(struct regions *regions, const struct image_section *section)
{
	return nameless_region(
		regions, section, REGION_SECTION, section->address, section_end(section));
}

uint32_t regions_of_file(struct regions *regions, uint64_t address, uint32_t file)
{
	const struct image_section *section = allocated_at(regions, address);
	uint64_t start, end;

	if (!section || !file ||
		!extents_of_file(&regions->extents, section, address, file, &start, &end))
		return NO_REGION;
	return nameless_region(regions, section, REGION_SECTION, start, end);
}

uint64_t regions_target_before(const struct regions *regions, uint64_t address)
{
	return targets_before(&regions->targets, address);
}

const struct jumps *regions_jumps(const struct regions *regions)
{
	return regions->targets.jumps.goals ? &regions->targets.jumps : NULL;
}

const struct tables *regions_tables(const struct regions *regions)
{
	return &regions->tables;
}

uint32_t regions_table(struct regions *regions, uint64_t address, uint64_t start, uint64_t end)
{
	bool pointers;
	uint64_t table_end = tables_end(&regions->tables, address, start, end, &pointers);

	return table_end ? nameless_of_file(regions, image_section_at(regions->image, address),
				   pointers ? REGION_BYTES : REGION_TABLE, address, table_end,
				   file_at(regions->image, start))
			 : NO_REGION;
}

/* Where something begins that the linker names, or that somebody refers to. */
static uint64_t next_literal(const struct regions *regions, uint64_t address)
{
	const struct image *image = regions->image;
	uint64_t next = targets_from(&regions->targets, address);

	for (size_t i = image_label_from(image, address);
		i < image->label_count && image->labels[i].address < next; i++)
		if (!strncmp(image->labels[i].name, ".L", 2))
			return image->labels[i].address;
	return next;
}

uint32_t regions_whole_text(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);

	return section && section->texts ? regions_text(regions, address) : NO_REGION;
}

uint32_t regions_text(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);
	size_t start = section ? address - section->address : 0;

	if (!section || !section->bytes || section->flags & (SHF_WRITE | SHF_EXECINSTR))
		return NO_REGION;
	return nameless_region(regions, section, REGION_BYTES, address,
		address + 1 +
			strnlen((const char *)section->bytes + start, section->size - start));
}

uint32_t regions_literal(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);
	uint64_t end, limit, shortest;

	if (!section || !section->bytes || section_is_code(section) ||
		!text_is_named(regions->image, address))
		return NO_REGION;
	if (section->texts)
		return regions_whole_text(regions, address);
	limit = extents_gap_end(&regions->extents, section, address);
	shortest = text_longest_end(regions->image, section, address);
	/* A number may look like a text, which is then its first bytes. */
	end = next_literal(regions, shortest ? shortest : address + 1);
	end = end < limit ? end : limit;
	return nameless_region(regions, section, REGION_BYTES, address,
		text_without_zeros(section, address, end));
}

/*
 * May a text of several parts go on, or begin, here? Not where the linker tells that somebody
 * refers to it by nothing but the name of a literal.
 */
static bool is_part_of_text(
	const struct regions *regions, const struct image_section *section, uint64_t address)
{
	if (address >= section_end(section) || text_is_named(regions->image, address) ||
		tables_may_begin(&regions->tables, section, address) ||
		(regions->image->has_kept_relocations &&
			!targets_at(&regions->unnamed, address)))
		return false;
	return !section->bytes[address - section->address] || text_end(section, address, 1);
}

/* Does a text begin here that only another file refers to? What has no name belongs to one
 * file. The code may also mean an object of its file behind it, whose address it has moved. */
static bool is_text_of_another(const struct regions *regions,
	const struct image_section *section, uint64_t address, uint32_t file)
{
	const struct target *target = targets_at(&regions->unnamed, address);
	uint32_t other = target ? target->file : 0;
	size_t after = extents_after(&regions->extents, address);
	const struct extent *behind = &regions->extents.items[after];

	return file && other && other != file && address > section->address &&
	       !section->bytes[address - section->address - 1] &&
	       (after == regions->extents.count || behind->start - address > MOVED_MAX ||
		       (behind->file && behind->file != other) ||
		       symbol_is_of_abi(behind->name) || symbol_is_of_harness(behind->name));
}

uint32_t regions_texts(struct regions *regions, uint64_t address, bool inside, uint32_t file)
{
	const struct image_section *section = allocated_at(regions, address);
	uint64_t end, limit, next;

	if (!section || !section->bytes || section->flags & (SHF_WRITE | SHF_EXECINSTR))
		return NO_REGION;
	end = text_longest_end(regions->image, section, address);
	if (end <= address + 1)
		return NO_REGION;
	if (!inside && address > extents_gap_start(&regions->extents, section, address) &&
		section->bytes[address - section->address - 1])
		return NO_REGION;
	limit = extents_gap_end(&regions->extents, section, address);
	while ((next = next_literal(regions, end)) < limit &&
		is_part_of_text(regions, section, next) &&
		!is_text_of_another(regions, section, next, file))
		end = next + 1;
	end = text_without_zeros(section, address, next < limit ? next : limit);
	return image_has_relocation(regions->image, address, end)
		       ? NO_REGION
		       : nameless_region(regions, section, REGION_BYTES, address, end);
}

uint32_t regions_exact(struct regions *regions, uint64_t address)
{
	const struct image_section *section = allocated_at(regions, address);
	uint64_t end, limit;

	if (!section || !section->bytes || section->flags & (SHF_WRITE | SHF_EXECINSTR))
		return NO_REGION;
	end = text_end(section, address, 1);
	if (!end) {
		limit = extents_gap_end(&regions->extents, section, address);
		end = targets_from(&regions->targets, address + 1);
		end = end < limit ? end : limit;
	}
	return image_has_relocation(regions->image, address, end)
		       ? NO_REGION
		       : nameless_region(regions, section, REGION_BYTES, address, end);
}
