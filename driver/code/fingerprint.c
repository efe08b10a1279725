/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/fingerprint.h"

#include "compare/base/memory.h"
#include "driver/code/elf_image.h"
#include "harness/base/hash.h"

#include <elf.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* A piece of code or data: a symbol's extent, or what lies up to the next thing referred to. */
struct region {
	uint64_t start, size;
	const char *name; /* "" for an anonymous one */
	const struct image_section *section;
};

struct code_boundaries {
	const struct image *image;
	uint64_t *addresses; /* in ascending order */
	size_t count;
};

struct walk {
	const struct image *image;
	const struct code_boundaries *boundaries;
	struct region *regions; /* in the order of the first reference; also the work list */
	size_t count, capacity;
	void *numbers; /* tree of struct region_number */
	uint64_t hash;
};

/* The place of a region among those of the walk. */
struct region_number {
	uint64_t start;
	size_t index;
};

/* An anonymous region is at most this long. */
#define ANONYMOUS_MAX 4096
/* A benchmark that reaches more regions counts as different. */
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

static int by_address(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

struct code_boundaries *code_boundaries_new(const struct image *image)
{
	struct code_boundaries *b = memory_zeroed(1, sizeof(*b));
	size_t size = sizeof(*b->addresses);

	b->image = image;
	b->addresses = memory_zeroed(image->symbol_count + image->relocation_count + 1, size);
	for (size_t i = 0; i < image->symbol_count; i++)
		b->addresses[b->count++] = image->symbols[i].address;
	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];

		if (r->defined)
			b->addresses[b->count++] = r->value + (uint64_t)r->addend +
						   (relative_to_instruction(r->type) ? 4 : 0);
	}
	qsort(b->addresses, b->count, size, by_address);
	return b;
}

void code_boundaries_free(struct code_boundaries *boundaries)
{
	if (boundaries)
		free(boundaries->addresses);
	free(boundaries);
}

/* Where an anonymous region ends: the next symbol or the next address that a field refers to.
 */
static uint64_t anonymous_end(
	const struct code_boundaries *b, const struct image_section *section, uint64_t start)
{
	uint64_t end = section->address + section->size;
	size_t next =
		image_first_from(b->addresses, b->count, sizeof(*b->addresses), start + 1);

	if (next < b->count && b->addresses[next] < end)
		end = b->addresses[next];
	return end - start > ANONYMOUS_MAX ? start + ANONYMOUS_MAX : end;
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

static bool region_at(
	const struct code_boundaries *boundaries, uint64_t address, struct region *region)
{
	const struct image *image = boundaries->image;
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
		region->size = anonymous_end(boundaries, region->section, address) - address;
	}
	if (region->start + region->size > region->section->address + region->section->size)
		region->size = region->section->address + region->section->size - region->start;
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct region_number *x = a, *y = b;

	return by_address(&x->start, &y->start);
}

/* The place of the region, which is put on the work list if it is new. */
static size_t number_of(struct walk *walk, const struct region *region)
{
	struct region_number wanted = { region->start, walk->count }, *added, **found;

	found = tfind(&wanted, &walk->numbers, by_start);
	if (found)
		return (*found)->index;
	added = memory_zeroed(1, sizeof(*added));
	*added = wanted;
	if (!tsearch(added, &walk->numbers, by_start))
		memory_fatal("tsearch");
	walk->regions = memory_grow(
		walk->regions, &walk->capacity, walk->count + 1, sizeof(*walk->regions));
	walk->regions[walk->count] = *region;
	return walk->count++;
}

/* Mixes in a reference to what stands at the address, and puts that on the work list. */
static void refer(struct walk *walk, uint64_t address)
{
	struct region region;

	if (!region_at(walk->boundaries, address, &region)) {
		mix_number(walk, address);
		return;
	}
	mix_number(walk, number_of(walk, &region));
	mix_number(walk, address - region.start);
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

/* An instruction that goes to the start of another function. */
struct jump {
	size_t opcode, width; /* bytes, of the opcode and of the distance */
	uint64_t target;
};

/* call, jmp, jcc or lea with 32 bits of distance, or jmp with 8. */
static bool parse_jump(const unsigned char *code, size_t left, struct jump *jump)
{
	int32_t distance;

	jump->width = 4;
	jump->opcode = 2;
	if (left >= 2 && code[0] == 0xEB) {
		jump->width = jump->opcode = 1;
		jump->target = (uint64_t)(int8_t)code[1];
		return true;
	}
	if (left >= 5 && (code[0] == 0xE8 || code[0] == 0xE9))
		jump->opcode = 1;
	else if (left < 6 || !((code[0] == 0x0F && (code[1] & 0xF0) == 0x80) ||
				     (code[0] == 0x8D && (code[1] & 0xC7) == 0x05)))
		return false;
	memcpy(&distance, code + jump->opcode, sizeof(distance));
	jump->target = (uint64_t)(int64_t)distance;
	return true;
}

/*
 * A reference to another function that the assembler resolved itself: no relocation is left.
 * The bytes are not decoded (docs/decisions/0013): bytes that only look like a jump to a
 * function make two builds differ, never the same.
 */
static bool find_jump(
	const struct walk *walk, const struct region *region, size_t offset, struct jump *jump)
{
	const unsigned char *code =
		region->section->bytes + (region->start - region->section->address) + offset;
	const struct image_symbol *symbol;

	if (!parse_jump(code, region->size - offset, jump))
		return false;
	jump->target += region->start + offset + jump->opcode + jump->width;
	symbol = image_symbol_at(walk->image, jump->target);
	return symbol && symbol->function && symbol->address == jump->target &&
	       symbol->address != region->start;
}

static void mix_bytes(struct walk *walk, const struct region *region)
{
	const struct image *image = walk->image;
	const unsigned char *bytes =
		region->section->bytes + (region->start - region->section->address);
	size_t next = image_relocation_from(image, region->start);
	bool code = region->section->flags & SHF_EXECINSTR;

	for (size_t i = 0; i < region->size;) {
		uint64_t at = region->start + i;
		struct jump jump;

		while (next < image->relocation_count && image->relocations[next].address < at)
			next++;
		if (next < image->relocation_count && image->relocations[next].address == at) {
			mix_relocation(walk, region, &image->relocations[next]);
			i += field_width(image->relocations[next].type);
			continue;
		}
		if (code && find_jump(walk, region, i, &jump) &&
			(next == image->relocation_count ||
				image->relocations[next].address >=
					at + jump.opcode + jump.width)) {
			mix(walk, bytes + i, jump.opcode);
			refer(walk, jump.target);
			i += jump.opcode + jump.width;
			continue;
		}
		mix(walk, bytes + i, 1);
		i++;
	}
}

uint64_t code_fingerprint(
	const struct code_boundaries *boundaries, const uint64_t *roots, size_t count)
{
	struct walk walk = { .image = boundaries->image, .boundaries = boundaries };

	for (size_t i = 0; i < count; i++)
		refer(&walk, roots[i]);
	for (size_t i = 0; i < walk.count && walk.count <= REGIONS_MAX; i++) {
		/* A copy: the work list moves while it grows. */
		struct region region = walk.regions[i];

		mix(&walk, region.name, strlen(region.name));
		mix_number(&walk, region.size);
		if (region.section->bytes)
			mix_bytes(&walk, &region);
	}
	/* Not all was read, so no other image has this fingerprint. */
	if (walk.count > REGIONS_MAX)
		mix_number(&walk, (uint64_t)(uintptr_t)walk.image);
	free(walk.regions);
	tdestroy(walk.numbers, free);
	return walk.hash;
}
