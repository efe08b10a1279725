/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/fingerprint.h"

#include "compare/base/memory.h"
#include "harness/base/hash.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* A piece of code or data: a symbol's extent, or what lies up to the next thing referred to. */
struct region {
	uint64_t start, size;
	const char *name; /* "" for an anonymous one */
	const struct image_section *section;
};

struct walk {
	const struct image *image;
	struct region *regions; /* in the order of the first reference; also the work list */
	size_t count, capacity;
	uint64_t hash;
};

/* An anonymous piece of data that has no end in sight is taken up to here. */
#define ANONYMOUS_MAX 4096
/* A closure this large is no benchmark's own code; it then counts as different. */
#define REGIONS_MAX 20000

bool code_fingerprint_understands(const struct image *image)
{
	return image->machine == EM_X86_64;
}

static void mix(struct walk *walk, const void *data, size_t size)
{
	walk->hash = bd_fnv1a(data, size, walk->hash);
}

static void mix_number(struct walk *walk, uint64_t number)
{
	mix(walk, &number, sizeof(number));
}

static bool relative_to_instruction(uint32_t type)
{
	return type == R_X86_64_PC32 || type == R_X86_64_PLT32 || type == R_X86_64_GOTPCREL ||
	       type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX;
}

static size_t field_width(uint32_t type)
{
	return type == R_X86_64_64 || type == R_X86_64_PC64 || type == R_X86_64_RELATIVE ? 8
											 : 4;
}

/* Where an anonymous region ends: the next symbol or the next address that a field refers to.
 */
static uint64_t anonymous_end(
	const struct image *image, const struct image_section *section, uint64_t start)
{
	uint64_t end = section->address + section->size;

	if (end - start > ANONYMOUS_MAX)
		end = start + ANONYMOUS_MAX;
	for (size_t i = 0; i < image->symbol_count; i++)
		if (image->symbols[i].address > start && image->symbols[i].address < end)
			end = image->symbols[i].address;
	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];
		uint64_t target = r->value + (uint64_t)r->addend +
				  (relative_to_instruction(r->type) ? 4 : 0);

		if (r->defined && target > start && target < end)
			end = target;
	}
	return end;
}

static uint64_t merged_size(const struct image_section *section, uint64_t start)
{
	uint64_t left = section->address + section->size - start;
	const unsigned char *bytes = section->bytes + (start - section->address);
	const unsigned char *nul;

	if (!(section->flags & SHF_STRINGS))
		return section->entry_size && section->entry_size < left ? section->entry_size
									 : left;
	nul = memchr(bytes, '\0', left);
	return nul ? (uint64_t)(nul - bytes) + 1 : left;
}

static bool region_at(const struct image *image, uint64_t address, struct region *region)
{
	const struct image_symbol *symbol = image_symbol_at(image, address);

	region->section = image_section_at(image, address);
	if (!region->section)
		return false;
	region->name = "";
	region->start = address;
	if (symbol) {
		region->name = symbol->name ? symbol->name : "";
		region->start = symbol->address;
		region->size = symbol->size;
	} else if (region->section->flags & SHF_MERGE && region->section->bytes) {
		region->size = merged_size(region->section, address);
	} else {
		region->size = anonymous_end(image, region->section, address) - address;
	}
	if (region->start + region->size > region->section->address + region->section->size)
		region->size = region->section->address + region->section->size - region->start;
	return true;
}

/* Mixes in a reference to what stands at the address, and puts that on the work list. */
static void refer(struct walk *walk, uint64_t address)
{
	struct region region;
	size_t i;

	for (i = 0; i < walk->count; i++)
		if (address - walk->regions[i].start < walk->regions[i].size)
			break;
	if (i == walk->count) {
		if (!region_at(walk->image, address, &region)) {
			mix_number(walk, address);
			return;
		}
		walk->regions = memory_grow(walk->regions, &walk->capacity, walk->count + 1,
			sizeof(*walk->regions));
		walk->regions[walk->count++] = region;
	}
	mix_number(walk, i);
	mix_number(walk, address - walk->regions[i].start);
}

static uint64_t target_of(const struct region *region, const struct image_relocation *r)
{
	uint64_t target = r->value + (uint64_t)r->addend;

	if (!relative_to_instruction(r->type))
		return target;
	if (region->section->flags & SHF_EXECINSTR)
		return target + 4;
	/* An entry of a jump table: relative to the table, which is where the region starts. */
	return target - (r->address - region->start);
}

static void mix_relocation(
	struct walk *walk, const struct region *region, const struct image_relocation *r)
{
	mix_number(walk, r->type);
	if (!r->defined && !r->dynamic) {
		mix(walk, r->symbol, strcspn(r->symbol, "@"));
		mix_number(walk, (uint64_t)r->addend);
		return;
	}
	refer(walk, target_of(region, r));
	/* An immediate after the field shifts the addend of a section symbol by its size, so
	 * the object may be the next one: both must then be the same. */
	if (!r->symbol[0] && region->section->flags & SHF_EXECINSTR &&
		relative_to_instruction(r->type) &&
		image_section_at(walk->image, target_of(region, r) + 4))
		refer(walk, target_of(region, r) + 4);
}

/* Length of the opcode before a 32-bit distance: call, jmp, jcc, lea; 0 where it is none. */
static size_t distance_offset(const unsigned char *code, size_t left)
{
	if (left >= 5 && (code[0] == 0xE8 || code[0] == 0xE9))
		return 1;
	if (left >= 6 && code[0] == 0x0F && (code[1] & 0xF0) == 0x80)
		return 2;
	if (left >= 6 && code[0] == 0x8D && (code[1] & 0xC7) == 0x05)
		return 2;
	return 0;
}

/* A reference to another function that the assembler resolved itself: no relocation is left. */
static size_t resolved_reference(
	struct walk *walk, const struct region *region, size_t offset, uint64_t *target)
{
	const unsigned char *code =
		region->section->bytes + (region->start - region->section->address) + offset;
	size_t opcode = distance_offset(code, region->size - offset);
	const struct image_symbol *symbol;
	int32_t distance;

	if (!opcode)
		return 0;
	memcpy(&distance, code + opcode, sizeof(distance));
	*target = region->start + offset + opcode + 4 + (uint64_t)(int64_t)distance;
	symbol = image_symbol_at(walk->image, *target);
	if (!symbol || !symbol->function || symbol->address != *target ||
		symbol->address == region->start)
		return 0;
	return opcode;
}

static void mix_bytes(struct walk *walk, const struct region *region)
{
	const struct image *image = walk->image;
	const unsigned char *bytes =
		region->section->bytes + (region->start - region->section->address);
	size_t next = image_relocation_from(image, region->start);
	bool code = region->section->flags & SHF_EXECINSTR;

	for (size_t i = 0; i < region->size;) {
		uint64_t at = region->start + i, target;
		size_t opcode;

		while (next < image->relocation_count && image->relocations[next].address < at)
			next++;
		if (next < image->relocation_count && image->relocations[next].address == at) {
			mix_relocation(walk, region, &image->relocations[next]);
			i += field_width(image->relocations[next].type);
			continue;
		}
		opcode = code ? resolved_reference(walk, region, i, &target) : 0;
		if (opcode && (next == image->relocation_count ||
				      image->relocations[next].address >= at + opcode + 4)) {
			mix(walk, bytes + i, opcode);
			refer(walk, target);
			i += opcode + 4;
			continue;
		}
		mix(walk, bytes + i, 1);
		i++;
	}
}

uint64_t code_fingerprint(const struct image *image, const uint64_t *roots, size_t count)
{
	struct walk walk = { .image = image };

	for (size_t i = 0; i < count; i++)
		refer(&walk, roots[i]);
	for (size_t i = 0; i < walk.count && i < REGIONS_MAX; i++) {
		/* A copy: the work list moves while it grows. */
		struct region region = walk.regions[i];

		mix(&walk, region.name, strlen(region.name));
		mix_number(&walk, region.size);
		if (region.section->bytes)
			mix_bytes(&walk, &region);
	}
	/* Where not all was looked at, no other image has this print. */
	if (walk.count > REGIONS_MAX)
		mix_number(&walk, (uint64_t)(uintptr_t)image);
	free(walk.regions);
	return walk.hash;
}
