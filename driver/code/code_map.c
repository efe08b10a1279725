/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/code_map.h"

#include <assert.h>
#include <elf.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/access.h"
#include "driver/code/elf_image.h"
#include "driver/code/unwind.h"
#include "harness/base/hash.h"

struct code_map {
	const struct image *image;
	struct regions *regions;
	struct unwind_table *unwind;
	struct code_region *items; /* by region, as far as they were parsed */
	size_t capacity;
	struct code_reference *references;
	size_t reference_count, reference_capacity;
};

/* A region while it is parsed. */
struct parse {
	struct code_map *map;
	const struct image *image;
	const struct image_section *section;
	const unsigned char *bytes; /* NULL: none in the file */
	struct code_region region;
	bool code;
};

struct code_map *code_map_new(const struct image *image)
{
	struct code_map *map = memory_zeroed(1, sizeof(*map));

	map->image = image;
	map->regions = regions_new(image);
	map->unwind = unwind_table_new(image);
	return map;
}

void code_map_free(struct code_map *map)
{
	if (!map)
		return;
	regions_free(map->regions);
	unwind_table_free(map->unwind);
	free(map->items);
	free(map->references);
	free(map);
}

uint32_t code_map_count(const struct code_map *map)
{
	return regions_count(map->regions);
}

uint32_t code_map_find(struct code_map *map, uint64_t address)
{
	return regions_at(map->regions, address, ACCESS_ANY);
}

static uint64_t offset_in(const struct parse *p, uint32_t region, uint64_t address)
{
	return address - regions_item(p->map->regions, region)->start;
}

static void mix(struct parse *p, uint64_t number)
{
	p->region.hash = code_mix(p->region.hash, number);
}

/* Other programs and libraries that only the running program knows. */
static bool is_unfollowed(const char *name)
{
	static const char *const globs[] = { "dlopen", "dlmopen", "dlsym", "dlvsym", "exec*",
		"fexecve", "posix_spawn*", "system", "popen" };

	for (size_t i = 0; i < sizeof(globs) / sizeof(*globs); i++)
		if (!fnmatch(globs[i], name, 0))
			return true;
	return false;
}

/* What each constructor of the compiler or of <iostream> calls. */
static bool is_passive(const char *name)
{
	return !strncmp(name, "_ITM_", 5) || !strncmp(name, "__cxa_", 6) ||
	       !strcmp(name, "__gmon_start__") || !strncmp(name, "_ZNSt8ios_base4Init", 19);
}

static void import(struct parse *p, const char *symbol, int64_t addend)
{
	char *name = memory_format("%.*s", (int)strcspn(symbol, "@"), symbol);

	p->region.imports = true;
	p->region.acts |= !is_passive(name);
	p->region.unknown |= is_unfollowed(name);
	mix(p, bd_fnv1a(name, strlen(name), 0));
	mix(p, (uint64_t)addend);
	free(name);
}

static void add_reference(struct parse *p, uint32_t region, uint64_t offset)
{
	struct code_map *map = p->map;

	map->references = memory_grow(map->references, &map->reference_capacity,
		map->reference_count + 1, sizeof(*map->references));
	map->references[map->reference_count++] = (struct code_reference){ region, offset };
	p->region.count++;
	mix(p, 1);
}

/* The slot of the GOT through which an entry of the PLT jumps; 0: none is seen. */
static uint64_t plt_slot(const struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);
	const unsigned char *code = section->bytes + (address - section->address);
	size_t at = 0;
	int32_t distance;

	if (!section->bytes || section->address + section->size - address < 8)
		return 0;
	if (!memcmp(code, "\xF3\x0F\x1E\xFA", 4))
		at = 4;
	if (code[at] == 0xF2)
		at++;
	if (section->address + section->size - address < at + 6 || code[at] != 0xFF ||
		code[at + 1] != 0x25)
		return 0;
	memcpy(&distance, code + at + 2, sizeof(distance));
	return address + at + 6 + (uint64_t)(int64_t)distance;
}

/* An address that is the end of something: of nothing that follows. */
static bool refer_to_end(struct parse *p, uint64_t address)
{
	uint32_t region = address ? regions_at(p->map->regions, address - 1, 1) : NO_REGION;

	if (region == NO_REGION)
		return false;
	add_reference(p, region, offset_in(p, region, address));
	return true;
}

static void refer(struct parse *p, uint64_t address, uint64_t width)
{
	const struct image_section *section = image_section_at(p->image, address);
	uint32_t region;

	if (section && section_is_named(section, ".plt*")) {
		address = plt_slot(p->image, address);
		section = address ? image_section_at(p->image, address) : NULL;
		p->region.unknown |= !section;
	}
	region = section ? regions_at(p->map->regions, address, width) : NO_REGION;
	if (region != NO_REGION)
		add_reference(p, region, offset_in(p, region, address));
	else if (!refer_to_end(p, address))
		mix(p, address);
}

/* Thread-local data: all of it, as addresses are offsets from its end. */
static void refer_to_tls(struct parse *p)
{
	for (size_t i = 0; i < p->image->section_count; i++) {
		const struct image_section *s = &p->image->sections[i];

		if (!(s->flags & SHF_TLS))
			continue;
		mix(p, s->tls_size);
		if (s->size)
			add_reference(p, regions_section(p->map->regions, s), 0);
	}
}

static bool has_name(const struct image_relocation *r, const char *start)
{
	return !strncmp(r->symbol, start, strlen(start));
}

static uint64_t field_value(const struct parse *p, uint64_t address, size_t width)
{
	const unsigned char *bytes = p->bytes + (address - p->region.start);
	uint32_t narrow;
	uint64_t wide;

	if (width == 8) {
		memcpy(&wide, bytes, sizeof(wide));
		return wide;
	}
	memcpy(&narrow, bytes, sizeof(narrow));
	return (uint64_t)(int64_t)(int32_t)narrow;
}

/* All objects that an instruction may mean whose address is relative to its end. */
static void refer_relative(
	struct parse *p, const struct image_relocation *r, uint64_t target, size_t offset)
{
	uint64_t width = access_width(p->bytes, offset);
	uint64_t named = r->value + (uint64_t)r->addend + 4;
	bool one, more;

	if (r->at_end && target == named)
		return;
	if (r->defined && r->symbol[0] && target == named &&
		(r->type == R_X86_64_PC32 || r->type == R_X86_64_PLT32)) {
		bool whole = has_name(r, "__start_") || has_name(r, "__stop_");
		uint32_t region = regions_at(p->map->regions, whole ? target : r->value,
			whole ? ACCESS_SECTION : width);

		if (region != NO_REGION) {
			add_reference(p, region, offset_in(p, region, target));
			return;
		}
	}
	access_immediate(p->bytes, offset, &one, &more);
	/* Before the section that the relocation means: then an immediate does follow. */
	if (!((one || more) && r->defined && !r->symbol[0] && target == named &&
		    target < r->value))
		refer(p, target, width);
	if (one)
		refer(p, target + 1, width);
	if (more) {
		refer(p, target + 2, width);
		refer(p, target + 4, width);
	}
}

/* 32 bits relative to themselves, or in a jump table relative to the table. */
static void refer_from_data(struct parse *p, uint64_t address)
{
	uint64_t distance = field_value(p, address, 4);
	const struct image_section *table =
		image_section_at(p->image, p->region.start + distance);

	refer(p,
		table && section_is_code(table) ? p->region.start + distance
						: address + distance,
		ACCESS_ANY);
}

static void refer_absolute(struct parse *p, const struct image_relocation *r, size_t width)
{
	uint64_t value = field_value(p, r->address, width);
	size_t offset = r->address - p->region.start;
	/* An index may be added to it, and part of the index be in it already; not in that of
	 * jmp *TABLE(,%reg,8). */
	bool section = p->code && r->type == R_X86_64_32S && !r->symbol[0] &&
		       !(offset >= 3 && p->bytes[offset - 3] == 0xFF);

	refer(p, value, section ? ACCESS_SECTION : ACCESS_ANY);
}

/* Filled in by the loader. */
static size_t parse_dynamic(struct parse *p, const struct image_relocation *r)
{
	mix(p, r->type);
	if (r->type == R_X86_64_TPOFF64 && (r->defined || !r->symbol[0]))
		refer_to_tls(p);
	else if (r->symbol[0] && (!r->defined || r->type == R_X86_64_COPY))
		import(p, r->symbol, r->addend);
	else if (r->type == R_X86_64_RELATIVE || r->type == R_X86_64_IRELATIVE)
		refer(p, (uint64_t)r->addend, ACCESS_ANY);
	else if (r->type == R_X86_64_64 || r->type == R_X86_64_GLOB_DAT ||
		 r->type == R_X86_64_JUMP_SLOT)
		refer(p, r->value + (r->type == R_X86_64_64 ? (uint64_t)r->addend : 0),
			ACCESS_ANY);
	else
		p->region.unknown = true;
	return 8;
}

static size_t parse_tls(struct parse *p, const struct image_relocation *r)
{
	uint64_t value = field_value(p, r->address, 4);
	uint64_t slot = r->address + 4 + value;
	const struct image_section *section = image_section_at(p->image, slot);

	refer_to_tls(p);
	if (r->type == R_X86_64_GOTTPOFF && section && section_is_named(section, ".got*"))
		refer(p, slot, ACCESS_ANY);
	else
		mix(p, value);
	return 4;
}

/* Kept by the linker: it says that the field is an address; the field says which. */
static size_t parse_kept(struct parse *p, const struct image_relocation *r)
{
	size_t offset = r->address - p->region.start;

	mix(p, r->type);
	switch (r->type) {
	case R_X86_64_NONE:
		return 0;
	case R_X86_64_PC32:
	case R_X86_64_PLT32:
	case R_X86_64_GOTPCREL:
	case R_X86_64_GOTPCRELX:
	case R_X86_64_REX_GOTPCRELX:
		if (p->code)
			refer_relative(
				p, r, r->address + 4 + field_value(p, r->address, 4), offset);
		else
			refer_from_data(p, r->address);
		return 4;
	case R_X86_64_64:
		refer_absolute(p, r, 8);
		return 8;
	case R_X86_64_32:
	case R_X86_64_32S:
		refer_absolute(p, r, 4);
		return 4;
	case R_X86_64_TPOFF32:
	case R_X86_64_GOTTPOFF:
	case R_X86_64_TLSGD:
	case R_X86_64_TLSLD:
	case R_X86_64_DTPOFF32:
	case R_X86_64_GOTPC32_TLSDESC:
		return parse_tls(p, r);
	case R_X86_64_TLSDESC_CALL:
		return 0;
	default:
		p->region.unknown = true;
		return 0;
	}
}

/* Of several at one address the loader's counts: they stand last. */
static const struct image_relocation *relocation_at(
	const struct image *image, size_t *next, uint64_t address)
{
	const struct image_relocation *found = NULL;

	while (*next < image->relocation_count && image->relocations[*next].address < address)
		++*next;
	for (size_t i = *next;
		i < image->relocation_count && image->relocations[i].address == address; i++)
		found = &image->relocations[i];
	return found;
}

/*
 * No compiler jumps into the no-ops between two functions: the bytes only look like a jump. As
 * a reference they would lead elsewhere when other code grows; another distance is other code.
 */
static bool is_padding(struct parse *p, const struct image_section *section, uint64_t at)
{
	static const unsigned char no_op[] = { 0x66, 0x2E, 0x0F, 0x1F, 0x84, 0x80, 0x44, 0x40,
		0x00, 0x90, 0xCC };
	uint32_t gap = regions_at(p->map->regions, at, ACCESS_ANY);

	if (gap == NO_REGION || !section->bytes)
		return false;
	for (uint64_t i = at; i < regions_item(p->map->regions, gap)->end; i++)
		if (!memchr(no_op, section->bytes[i - section->address], sizeof(no_op)))
			return false;
	return true;
}

/* A reference to other code that the assembler resolved itself: no relocation is left. */
static size_t parse_jump(struct parse *p, size_t offset, const struct image_relocation *next)
{
	uint64_t at = p->region.start + offset, target;
	const struct image_section *section;
	uint64_t start;
	bool named;
	struct access_jump jump;

	if (!access_jump(p->bytes + offset, p->region.end - at, &jump) ||
		(next && next->address < at + jump.opcode + jump.width))
		return 0;
	target = at + jump.opcode + jump.width + (uint64_t)jump.distance;
	if (target >= p->region.start && target < p->region.end)
		return 0;
	named = regions_symbol_at(p->map->regions, target, &start);
	section = image_section_at(p->image, target);
	if (!section || !section_is_code(section) || (named && start != target) ||
		(!named && (jump.width == 1 || is_padding(p, section, target))))
		return 0;
	for (size_t i = 0; i < jump.opcode; i++)
		mix(p, p->bytes[offset + i]);
	refer(p, target, ACCESS_ANY);
	return jump.opcode + jump.width;
}

static size_t parse_relocation(
	struct parse *p, const struct image_relocation *r, uint64_t address)
{
	if (r->dynamic)
		return parse_dynamic(p, r);
	if (!p->bytes || address + 4 > p->region.end ||
		(r->type == R_X86_64_64 && address + 8 > p->region.end)) {
		p->region.unknown |= r->type != R_X86_64_NONE;
		return 0;
	}
	return parse_kept(p, r);
}

static void parse_bytes(struct parse *p)
{
	const struct image *image = p->image;
	size_t size = p->region.end - p->region.start;
	size_t next = image_relocation_from(image, p->region.start);
	size_t from = 0, at = 0;

	while (at < size) {
		uint64_t address = p->region.start + at;
		const struct image_relocation *r = relocation_at(image, &next, address);
		const struct image_relocation *follows =
			next < image->relocation_count ? &image->relocations[next] : NULL;
		uint64_t before = p->region.hash;
		size_t width;

		if (!p->bytes && !r && (!follows || follows->address >= p->region.end))
			break;
		p->region.hash = code_mix(before, at);
		if (r)
			width = parse_relocation(p, r, address);
		else
			width = p->code ? parse_jump(p, at, follows) : 0;
		if (!width) {
			/* A relocation without a field has changed the hash. */
			if (!r)
				p->region.hash = before;
			at++;
			continue;
		}
		if (p->bytes && at > from)
			mix(p, bd_fnv1a(p->bytes + from, at - from, 0));
		at = from = at + width;
	}
	if (p->bytes && size > from)
		mix(p, bd_fnv1a(p->bytes + from, size - from, 0));
}

static bool has_relocation(const struct parse *p)
{
	size_t next = image_relocation_from(p->image, p->region.start);

	return !p->bytes || p->region.end - p->region.start < 8 ||
	       relocation_at(p->image, &next, p->region.start);
}

static void parse_region(struct code_map *map, uint32_t number)
{
	const struct region *region = regions_item(map->regions, number);
	struct parse p = { .map = map,
		.image = map->image,
		.region = { .start = region->start,
			.end = region->end,
			.writable = region->writable,
			.parsed = true } };
	uint64_t handlers;

	p.section = image_section_at(map->image, p.region.start);
	p.code = section_is_code(p.section);
	if (p.section->bytes)
		p.bytes = p.section->bytes + (p.region.start - p.section->address);
	p.region.first = map->reference_count;
	mix(&p, p.region.end - p.region.start);
	if (section_is_named(p.section, ".got*") && !has_relocation(&p))
		refer(&p, field_value(&p, p.region.start, 8), ACCESS_ANY);
	else
		parse_bytes(&p);
	if (p.code && unwind_handlers(map->unwind, p.region.start, p.region.end, &handlers))
		refer(&p, handlers, ACCESS_ANY);
	map->items[number] = p.region;
}

static void make_room(struct code_map *map)
{
	size_t old = map->capacity, need = regions_count(map->regions);

	if (need <= old)
		return;
	map->items = memory_grow(map->items, &map->capacity, need, sizeof(*map->items));
	memset(map->items + old, 0, (map->capacity - old) * sizeof(*map->items));
}

const struct code_region *code_map_region(struct code_map *map, uint32_t region)
{
	make_room(map);
	if (!map->items[region].parsed)
		parse_region(map, region);
	return &map->items[region];
}

const struct code_reference *code_map_references(
	const struct code_map *map, const struct code_region *region)
{
	return map->references + region->first;
}
