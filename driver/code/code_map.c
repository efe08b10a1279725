/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/code_map.h"

#include <elf.h>
#include <fnmatch.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/access.h"
#include "driver/code/elf_image.h"
#include "driver/code/unwind.h"
#include "harness/base/hash.h"

/* The whole section may be reached from the address. */
#define ACCESS_SECTION UINT64_MAX
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

struct code_map {
	const struct image *image;
	struct extent *extents; /* by address */
	size_t extent_count;
	uint64_t *targets; /* of all relocations, and the starts of the extents; ascending */
	size_t target_count;
	struct unwind_table *unwind;
	struct code_region *regions;
	size_t count, capacity;
	void *nameless; /* tree of struct nameless */
	struct code_reference *references;
	size_t reference_count, reference_capacity;
};

/* A region while it is parsed. */
struct parse {
	struct code_map *map;
	const struct image *image;
	const struct image_section *section;
	const unsigned char *bytes; /* NULL: none in the file */
	uint32_t number;
	struct code_region region;
	bool code;
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

static bool is_code(const struct image_section *section)
{
	return section->flags & SHF_EXECINSTR;
}

static bool is_named(const struct image_section *section, const char *glob)
{
	return section->name && !fnmatch(glob, section->name, 0);
}

static uint64_t section_end(const struct image_section *section)
{
	return section->address + section->size;
}

static void make_extents(struct code_map *map)
{
	const struct image *image = map->image;

	map->extents = memory_zeroed(image->symbol_count + 1, sizeof(*map->extents));
	for (size_t i = 0; i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i];
		struct extent *last =
			map->extent_count ? &map->extents[map->extent_count - 1] : NULL;

		if (!last || s->address >= last->end)
			map->extents[map->extent_count++] = (struct extent){ s->address,
				s->address + s->size, CODE_NO_REGION };
		else if (s->address + s->size > last->end)
			last->end = s->address + s->size;
	}
}

static void make_targets(struct code_map *map)
{
	const struct image *image = map->image;

	map->targets = memory_zeroed(
		map->extent_count + image->relocation_count + 1, sizeof(*map->targets));
	for (size_t i = 0; i < map->extent_count; i++)
		map->targets[map->target_count++] = map->extents[i].start;
	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];
		bool relative = r->type == R_X86_64_PC32 || r->type == R_X86_64_PLT32;

		if (r->defined || r->dynamic)
			map->targets[map->target_count++] =
				r->value + (uint64_t)r->addend + (relative ? 4 : 0);
	}
	qsort(map->targets, map->target_count, sizeof(*map->targets), compare_addresses);
}

struct code_map *code_map_new(const struct image *image)
{
	struct code_map *map = memory_zeroed(1, sizeof(*map));

	map->image = image;
	make_extents(map);
	make_targets(map);
	map->unwind = unwind_table_new(image);
	return map;
}

void code_map_free(struct code_map *map)
{
	if (!map)
		return;
	unwind_table_free(map->unwind);
	tdestroy(map->nameless, free);
	free(map->extents);
	free(map->targets);
	free(map->regions);
	free(map->references);
	free(map);
}

uint32_t code_map_count(const struct code_map *map)
{
	return (uint32_t)map->count;
}

/* When constructors run: the loader has protected some. */
static bool is_writable(const struct image_section *section)
{
	return section->flags & SHF_WRITE && !is_named(section, ".got*") &&
	       !is_named(section, ".data.rel.ro*") && !is_named(section, ".*_array") &&
	       !is_named(section, ".dynamic");
}

static uint32_t add_region(
	struct code_map *map, const struct image_section *section, uint64_t start, uint64_t end)
{
	map->regions = memory_grow(
		map->regions, &map->capacity, map->count + 1, sizeof(*map->regions));
	map->regions[map->count] = (struct code_region){ .start = start,
		.end = end < section_end(section) ? end : section_end(section),
		.writable = is_writable(section) };
	return (uint32_t)map->count++;
}

static uint32_t nameless_region(
	struct code_map *map, const struct image_section *section, uint64_t start, uint64_t end)
{
	struct nameless wanted = { start, end, 0 }, *added, **found;

	found = tfind(&wanted, &map->nameless, compare_nameless);
	if (found)
		return (*found)->region;
	added = memory_zeroed(1, sizeof(*added));
	*added = wanted;
	added->region = add_region(map, section, start, end);
	if (!tsearch(added, &map->nameless, compare_nameless))
		memory_fatal("tsearch");
	return added->region;
}

/* The first extent that begins after the address. */
static size_t extent_after(const struct code_map *map, uint64_t address)
{
	return image_first_from(
		map->extents, map->extent_count, sizeof(*map->extents), address + 1);
}

static struct extent *extent_at(const struct code_map *map, uint64_t address)
{
	size_t after = extent_after(map, address);

	return after && address < map->extents[after - 1].end ? &map->extents[after - 1] : NULL;
}

/* What lies between two symbols of a section, around the address. */
static uint32_t gap_region(
	struct code_map *map, const struct image_section *section, uint64_t address)
{
	size_t after = extent_after(map, address);
	uint64_t start = section->address, end = section_end(section);

	if (after && map->extents[after - 1].end > start)
		start = map->extents[after - 1].end;
	if (after < map->extent_count && map->extents[after].start < end)
		end = map->extents[after].start;
	return nameless_region(map, section, start, end);
}

/* The first address that anything refers to, at or after `from`, within the section. */
static uint64_t next_target(
	const struct code_map *map, const struct image_section *section, uint64_t from)
{
	size_t low =
		image_first_from(map->targets, map->target_count, sizeof(*map->targets), from);

	if (low == map->target_count || map->targets[low] > section_end(section))
		return section_end(section);
	return map->targets[low];
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
	const struct code_map *map, const struct image_section *section, uint64_t start)
{
	const unsigned char *bytes = section->bytes + (start - section->address);
	uint64_t left = section_end(section) - start, size = 0, end;

	while (size < left && is_printable(bytes[size]))
		size++;
	if (size == left || bytes[size])
		return 0;
	end = next_target(map, section, start + size + 1);
	if (!size && end - start > PADDING_MAX)
		return 0;
	while (end > start + size + 1 && !bytes[end - start - 1])
		end--;
	return end;
}

/* The entries of a jump table are relocated; compilers make no symbol for it. */
static bool is_jump_table(
	const struct code_map *map, const struct image_section *section, uint64_t address)
{
	const struct image *image = map->image;
	size_t i = image_relocation_from(image, address);
	const struct image_relocation *r = &image->relocations[i];

	return i < image->relocation_count && r->address == address &&
	       (r->type == R_X86_64_PC32 || r->type == R_X86_64_64) &&
	       address < section_end(section);
}

static uint32_t whole_section(struct code_map *map, const struct image_section *section)
{
	return nameless_region(map, section, section->address, section_end(section));
}

static uint32_t object_region(struct code_map *map, const struct image_section *section,
	uint64_t address, uint64_t width)
{
	uint64_t end = 0;

	if (is_named(section, ".got*"))
		return nameless_region(map, section, address, address + 8);
	if (!is_code(section) && is_jump_table(map, section, address))
		end = next_target(map, section, address + 1);
	else if (width && section->bytes)
		end = address + width;
	else if (!is_code(section) && !(section->flags & SHF_WRITE) && section->bytes)
		end = text_end(map, section, address);
	if (!end)
		return gap_region(map, section, address);
	return nameless_region(map, section, address, end);
}

static uint32_t region_at(struct code_map *map, uint64_t address, uint64_t width)
{
	const struct image_section *section = image_section_at(map->image, address);
	struct extent *extent;

	if (!section || !(section->flags & SHF_ALLOC))
		return CODE_NO_REGION;
	if (width == ACCESS_SECTION)
		return whole_section(map, section);
	extent = extent_at(map, address);
	if (!extent)
		return object_region(map, section, address, width);
	if (extent->region == CODE_NO_REGION)
		extent->region = add_region(map, section, extent->start, extent->end);
	return extent->region;
}

uint32_t code_map_find(struct code_map *map, uint64_t address)
{
	return region_at(map, address, ACCESS_ANY);
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

	if (!section->bytes || section_end(section) - address < 8)
		return 0;
	if (!memcmp(code, "\xF3\x0F\x1E\xFA", 4))
		at = 4;
	if (code[at] == 0xF2)
		at++;
	if (section_end(section) - address < at + 6 || code[at] != 0xFF || code[at + 1] != 0x25)
		return 0;
	memcpy(&distance, code + at + 2, sizeof(distance));
	return address + at + 6 + (uint64_t)(int64_t)distance;
}

/* An address that is the end of something: of nothing that follows. */
static bool refer_to_end(struct parse *p, uint64_t address)
{
	uint32_t region = address ? region_at(p->map, address - 1, 1) : CODE_NO_REGION;

	if (region == CODE_NO_REGION)
		return false;
	add_reference(p, region, address - p->map->regions[region].start);
	return true;
}

static void refer(struct parse *p, uint64_t address, uint64_t width)
{
	const struct image_section *section = image_section_at(p->image, address);
	uint32_t region;

	if (section && is_named(section, ".plt*")) {
		address = plt_slot(p->image, address);
		section = address ? image_section_at(p->image, address) : NULL;
		p->region.unknown |= !section;
	}
	region = section ? region_at(p->map, address, width) : CODE_NO_REGION;
	if (region != CODE_NO_REGION)
		add_reference(p, region, address - p->map->regions[region].start);
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
			add_reference(p, whole_section(p->map, s), 0);
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
		uint32_t region = region_at(
			p->map, whole ? target : r->value, whole ? ACCESS_SECTION : width);

		if (region != CODE_NO_REGION) {
			add_reference(p, region, target - p->map->regions[region].start);
			return;
		}
	}
	refer(p, target, width);
	access_immediate(p->bytes, offset, &one, &more);
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

	refer(p, table && is_code(table) ? p->region.start + distance : address + distance,
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
	if (r->type == R_X86_64_GOTTPOFF && section && is_named(section, ".got*"))
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

/* A reference to other code that the assembler resolved itself: no relocation is left. */
static size_t parse_jump(struct parse *p, size_t offset, const struct image_relocation *next)
{
	uint64_t at = p->region.start + offset, target;
	const struct image_section *section;
	const struct extent *extent;
	struct access_jump jump;

	if (!access_jump(p->bytes + offset, p->region.end - at, &jump) ||
		(next && next->address < at + jump.opcode + jump.width))
		return 0;
	target = at + jump.opcode + jump.width + (uint64_t)jump.distance;
	if (target >= p->region.start && target < p->region.end)
		return 0;
	extent = extent_at(p->map, target);
	section = image_section_at(p->image, target);
	if (!section || !is_code(section) || (extent && extent->start != target) ||
		(!extent && jump.width == 1))
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
	struct parse p = { .map = map,
		.image = map->image,
		.number = number,
		.region = map->regions[number] };
	uint64_t handlers;

	p.section = image_section_at(map->image, p.region.start);
	p.code = is_code(p.section);
	if (p.section->bytes)
		p.bytes = p.section->bytes + (p.region.start - p.section->address);
	p.region.first = map->reference_count;
	p.region.parsed = true;
	mix(&p, p.region.end - p.region.start);
	if (is_named(p.section, ".got*") && !has_relocation(&p))
		refer(&p, field_value(&p, p.region.start, 8), ACCESS_ANY);
	else
		parse_bytes(&p);
	if (p.code && unwind_handlers(map->unwind, p.region.start, p.region.end, &handlers))
		refer(&p, handlers, ACCESS_ANY);
	map->regions[number] = p.region;
}

const struct code_region *code_map_region(struct code_map *map, uint32_t region)
{
	if (!map->regions[region].parsed)
		parse_region(map, region);
	return &map->regions[region];
}

const struct code_reference *code_map_references(
	const struct code_map *map, const struct code_region *region)
{
	return map->references + region->first;
}
