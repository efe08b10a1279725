/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: extents of symbols come from the symbol table. Where there is no symbol, the end of
 * an object is not known, only places that somebody refers to (targets). A literal that the
 * linker kept a name of ends with its NUL, in the width of its characters. Other texts end
 * where something begins that is certainly no text of the same object: a symbol, a named
 * literal, a text that only code of another file refers to, or a place that is referred to and
 * holds no text. Tables end at the first entry that cannot be theirs.
 */
#include "driver/code/constants.h"

#include <elf.h>
#include <string.h>

#include "driver/code/image.h"
#include "driver/code/regions.h"
#include "driver/code/symbols.h"
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
	return *target && image_code_at(image, *target) ? 4 : 0;
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
	size_t after = regions_after(regions, target), own = regions_after(regions, start);
	const struct region *at = after ? &regions->items[after - 1] : NULL;

	if (target >= start && target < end)
		return AIM_SAME_CODE;
	if (!image_code_at(regions->image, target))
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
	for (uint64_t i = 0; section->bytes && i < size; i++)
		if (section->bytes[at - section->address + i])
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

/* Of the table that code in [start, end) takes the address of; 0: it is none. */
static uint64_t tables_end(const struct regions *regions, uint64_t address, uint64_t start,
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

/* Compilers seldom move the address of an object by more bytes, to the very start of a text. */
#define MOVED_MAX 64
/* Names of compilers, that the linker kept. */
#define LITERAL ".L*"

static uint32_t bytes_of(struct regions *regions, const struct image_section *section,
	uint64_t start, uint64_t end)
{
	return regions_nameless(regions, section, REGION_BYTES, start, end, 0);
}

uint32_t constants_table(
	struct regions *regions, uint64_t address, uint64_t start, uint64_t end)
{
	bool pointers;
	uint64_t table_end = tables_end(regions, address, start, end, &pointers);

	return table_end ? regions_nameless(regions, image_section_at(regions->image, address),
				   pointers ? REGION_BYTES : REGION_TABLE, address, table_end,
				   file_at(regions->image, start))
			 : NO_REGION;
}

/* Where something begins that the linker names, or that somebody refers to. */
static uint64_t next_literal(const struct regions *regions, uint64_t address)
{
	const struct image *image = regions->image;
	uint64_t next = targets_from(&regions->targets, address);
	const struct image_label *label = image_label_like(image, address, next, LITERAL);

	return label ? label->address : next;
}

static const struct image_section *constants_at(const struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_section_at(regions->image, address);

	return section && section->bytes && !(section->flags & (SHF_WRITE | SHF_EXECINSTR))
		       ? section
		       : NULL;
}

uint32_t constants_whole_text(struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_section_at(regions->image, address);

	return section && section->texts ? constants_text(regions, address) : NO_REGION;
}

uint32_t constants_text(struct regions *regions, uint64_t address)
{
	const struct image_section *section = constants_at(regions, address);
	size_t start = section ? address - section->address : 0;

	if (!section)
		return NO_REGION;
	return bytes_of(regions, section, address,
		address + 1 +
			strnlen((const char *)section->bytes + start, section->size - start));
}

uint32_t constants_literal(struct regions *regions, uint64_t address)
{
	const struct image_section *section = image_section_at(regions->image, address);
	uint64_t end, limit, shortest;

	if (!section || !section->bytes || section_is_code(section) ||
		!image_label_like(regions->image, address, address + 1, LITERAL))
		return NO_REGION;
	if (section->texts)
		return constants_whole_text(regions, address);
	limit = regions_gap_end(regions, section, address);
	shortest = text_longest_end(regions->image, section, address);
	/* A number may look like a text, which is then its first bytes. */
	end = next_literal(regions, shortest ? shortest : address + 1);
	end = end < limit ? end : limit;
	return bytes_of(regions, section, address, text_without_zeros(section, address, end));
}

/*
 * May a text of several parts go on, or begin, here? Not where the linker tells that somebody
 * refers to it by nothing but the name of a literal.
 */
static bool is_part_of_text(
	const struct regions *regions, const struct image_section *section, uint64_t address)
{
	const struct target *target = targets_at(&regions->targets, address);
	uint64_t aim;

	if (address >= section->address + section->size ||
		image_label_like(regions->image, address, address + 1, LITERAL) ||
		table_entry(regions, section, address, address, &aim) ||
		(regions->image->has_kept_relocations && (!target || !target->unnamed)))
		return false;
	return !section->bytes[address - section->address] || text_end(section, address, 1);
}

/* Does a text begin here that only another file refers to? What has no name belongs to one
 * file. The code may also mean an object of its file behind it, whose address it has moved. */
static bool is_text_of_another(const struct regions *regions,
	const struct image_section *section, uint64_t address, uint32_t file)
{
	const struct target *target = targets_at(&regions->targets, address);
	uint32_t other = target ? target->file : 0;
	size_t after = regions_after(regions, address);
	const struct region *behind = &regions->items[after];

	return file && other && other != file && address > section->address &&
	       !section->bytes[address - section->address - 1] &&
	       (after == regions->symbol_count || behind->start - address > MOVED_MAX ||
		       (behind->file && behind->file != other) ||
		       symbol_is_of_abi(behind->name) || symbol_is_of_harness(behind->name));
}

uint32_t constants_texts(struct regions *regions, uint64_t address, bool inside, uint32_t file)
{
	const struct image_section *section = constants_at(regions, address);
	uint64_t end, limit, next;

	if (!section)
		return NO_REGION;
	end = text_longest_end(regions->image, section, address);
	if (end <= address + 1)
		return NO_REGION;
	if (!inside && address > regions_gap_start(regions, section, address) &&
		section->bytes[address - section->address - 1])
		return NO_REGION;
	limit = regions_gap_end(regions, section, address);
	while ((next = next_literal(regions, end)) < limit &&
		is_part_of_text(regions, section, next) &&
		!is_text_of_another(regions, section, next, file))
		end = next + 1;
	end = text_without_zeros(section, address, next < limit ? next : limit);
	return image_has_relocation(regions->image, address, end)
		       ? NO_REGION
		       : bytes_of(regions, section, address, end);
}

uint32_t constants_exact(struct regions *regions, uint64_t address)
{
	const struct image_section *section = constants_at(regions, address);
	uint64_t end, limit;

	if (!section)
		return NO_REGION;
	end = text_end(section, address, 1);
	if (!end) {
		limit = regions_gap_end(regions, section, address);
		end = targets_from(&regions->targets, address + 1);
		end = end < limit ? end : limit;
	}
	return image_has_relocation(regions->image, address, end)
		       ? NO_REGION
		       : bytes_of(regions, section, address, end);
}
