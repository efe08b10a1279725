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
#include "driver/code/tables.h"
#include "driver/code/texts.h"

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

	if (address >= section->address + section->size ||
		image_label_like(regions->image, address, address + 1, LITERAL) ||
		tables_may_begin(regions, section, address) ||
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
