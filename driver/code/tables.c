/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/tables.h"

#include <elf.h>
#include <string.h>

#include "driver/code/image.h"
#include "driver/code/regions.h"
#include "driver/code/texts.h"

/* Where the distance from the table leads; 0: it is none. */
static uint64_t distance_from(const struct image_section *section, uint64_t table, uint64_t at)
{
	int32_t distance;

	if (!section || !section->bytes ||
		at + sizeof(distance) > section->address + section->size)
		return 0;
	memcpy(&distance, section->bytes + (at - section->address), sizeof(distance));
	return distance ? table + (uint64_t)(int64_t)distance : 0;
}

/* An entry of a table: 0, or its size and what it means. */
static uint64_t table_entry(const struct regions *regions, const struct image_section *section,
	uint64_t table, uint64_t at, uint64_t *target)
{
	const struct image *image = regions->image;
	size_t i = image_relocation_from(image, at);
	const struct image_relocation *r =
		i < image->relocation_count ? &image->relocations[i] : NULL;

	if (at + 4 > section->address + section->size)
		return 0;
	if (r && r->address == at) {
		bool pointer = r->type == R_X86_64_64 || r->type == R_X86_64_RELATIVE;

		*target = r->value + (uint64_t)r->addend - (pointer ? 0 : at - table);
		return pointer                                                 ? 8
		       : r->type == R_X86_64_PC32 || r->type == R_X86_64_PLT32 ? 4
									       : 0;
	}
	if (image->has_kept_relocations || section->flags & SHF_WRITE)
		return 0;
	*target = distance_from(section, table, at);
	section = image_section_at(image, *target);
	return *target && section && section_is_code(section) ? 4 : 0;
}

enum aim { AIM_SAME_CODE, AIM_FUNCTION, AIM_CODE, AIM_DATA };

/* Compilers move a part of a function away: "f" and "f.cold". */
static bool is_part_of(const struct region *part, const struct region *whole)
{
	size_t length = whole->name ? strlen(whole->name) : 0;

	return part->name && length && !strncmp(part->name, whole->name, length) &&
	       part->name[length] == '.';
}

static enum aim aim_of(
	const struct regions *regions, uint64_t target, uint64_t start, uint64_t end)
{
	const struct image_section *section = image_section_at(regions->image, target);
	size_t after = regions_after(regions, target), own = regions_after(regions, start);
	const struct region *at = after ? &regions->items[after - 1] : NULL;

	if (target >= start && target < end)
		return AIM_SAME_CODE;
	if (!section || !section_is_code(section))
		return AIM_DATA;
	if (at && own && target < at->end && is_part_of(at, &regions->items[own - 1]))
		return AIM_SAME_CODE;
	return at && at->start == target ? AIM_FUNCTION : AIM_CODE;
}

static const struct region *function_at(const struct regions *regions, uint64_t address)
{
	uint32_t number = regions_symbol(regions, address);

	return number == NO_REGION ? NULL : &regions->items[number];
}

bool tables_only_refers(const struct regions *regions, uint64_t code, uint64_t table)
{
	const struct target *target = targets_at(&regions->targets, table);
	const struct region *own = function_at(regions, code),
			    *other = target ? function_at(regions, target->first) : NULL;

	return own && other && other == function_at(regions, target->last) &&
	       (own == other || is_part_of(own, other) || is_part_of(other, own));
}

/* Compilers make a jump table for at least so many cases. */
#define JUMPS_MIN 4

static bool leads_into(const struct regions *regions, const struct image_section *section,
	uint64_t table, uint64_t at, uint64_t start, uint64_t end)
{
	uint64_t target;

	return table_entry(regions, section, table, at, &target) &&
	       aim_of(regions, target, start, end) == AIM_SAME_CODE;
}

bool tables_is_of_jumps(
	const struct regions *regions, uint64_t address, uint64_t start, uint64_t end)
{
	const struct image_section *section = image_section_at(regions->image, address);
	uint64_t target,
		size = section ? table_entry(regions, section, address, address, &target) : 0;

	if (!size || (address - section->address >= size &&
			     leads_into(regions, section, address - size, address - size, start,
				     end)))
		return false;
	for (unsigned i = 0; i < JUMPS_MIN; i++)
		if (!leads_into(regions, section, address, address + i * size, start, end))
			return false;
	return true;
}

/*
 * What has no relocation in a table of data or functions: a null pointer, or a distance that
 * the assembler knew, as it leads to its own section. What others refer to is neither, unless
 * it may be such a distance.
 */
static bool may_be_entry(const struct regions *regions, uint64_t table, uint64_t at,
	uint64_t size, enum aim first)
{
	const struct image_section *section = image_section_at(regions->image, table);

	return first != AIM_SAME_CODE && at + size <= section->address + section->size &&
	       (!targets_at(&regions->targets, at) ||
		       (size == 4 && image_section_at(regions->image,
					     distance_from(section, table, at)) == section));
}

bool tables_may_be_distances(const struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_section_at(regions->image, address),
				   *to = image_section_at(regions->image,
					   distance_from(section, address, address));

	return !(address & 3) && to && (to == section || !regions->image->has_kept_relocations);
}

bool tables_may_begin(
	const struct regions *regions, const struct image_section *section, uint64_t address)
{
	uint64_t target;

	return table_entry(regions, section, address, address, &target);
}

uint64_t tables_text(const struct regions *regions, uint64_t table, uint64_t at)
{
	uint64_t text = distance_from(image_section_at(regions->image, at), table, at);
	const struct image_section *section = image_section_at(regions->image, text);

	return section && section->bytes && text_end(section, text, 1) > text + 1 &&
			       (at == table || !targets_at(&regions->targets, at))
		       ? text
		       : 0;
}

static bool has_bits(const struct image_section *section, uint64_t at, uint64_t size)
{
	const unsigned char *bytes = section->bytes + (at - section->address);

	for (uint64_t i = 0; section->bytes && i < size; i++)
		if (bytes[i])
			return true;
	return false;
}

/* Is the entry of another table, as others refer to it? */
static bool is_of_another(
	const struct regions *regions, uint64_t at, enum aim aim, enum aim first)
{
	return targets_at(&regions->targets, at) &&
	       (aim != first || aim == AIM_FUNCTION || aim == AIM_CODE);
}

uint64_t tables_end(const struct regions *regions, uint64_t address, uint64_t start,
	uint64_t end, bool *pointers)
{
	const struct image_section *section = image_section_at(regions->image, address);
	uint64_t target, at = address, last = at, limit, size, first_size;
	enum aim first, aim;

	if (!section || section_is_code(section))
		return 0;
	limit = regions_gap_end(regions, section, address);
	first_size = table_entry(regions, section, address, at, &target);
	if (!first_size)
		return 0;
	*pointers = first_size == 8;
	first = aim_of(regions, target, start, end);
	/* Of another function: the address is taken for what stands behind the table. Distances
	 * to functions that no relocation is left of may stand among others. */
	if (first == AIM_CODE ||
		(first == AIM_FUNCTION && !*pointers && !regions->image->has_kept_relocations))
		return 0;
	for (; at < limit; at += first_size) {
		size = table_entry(regions, section, address, at, &target);
		if (size != first_size &&
			!may_be_entry(regions, address, at, first_size, first))
			break;
		aim = size == first_size ? aim_of(regions, target, start, end) : first;
		if (at > address && is_of_another(regions, at, aim, first))
			break;
		/* Zeros behind the table may be padding. */
		if (size == first_size || has_bits(section, at, first_size))
			last = at + first_size;
	}
	return last < limit ? last : limit;
}

uint64_t tables_jumps_end(const struct regions *regions, uint64_t address)
{
	const struct target *target = targets_at(&regions->targets, address);
	const struct region *code = target ? function_at(regions, target->first) : NULL;
	bool pointers;

	return code && tables_is_of_jumps(regions, address, code->start, code->end)
		       ? tables_end(regions, address, code->start, code->end, &pointers)
		       : address;
}
