/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/parse_data.h"

#include <elf.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "driver/code/distances.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/refer.h"
#include "driver/code/refer_import.h"
#include "driver/code/symbols.h"
#include "driver/code/unwind.h"

void refer_to_tls(struct parse *p)
{
	p->region.shares = true;
	for (size_t i = 0; i < p->image->section_count; i++) {
		const struct image_section *s = &p->image->sections[i];

		if (!(s->flags & SHF_TLS))
			continue;
		parse_mix(p, s->tls_size);
		if (s->size)
			parse_reference_all(p, s);
	}
}

/* Filled in by the loader. kept: what the linker was told of the field, or NULL. */
static size_t parse_dynamic(
	struct parse *p, const struct image_relocation *r, const struct image_relocation *kept)
{
	struct place place = { .pointer = true, .address = (uint64_t)r->addend };

	parse_mix(p, r->type);
	switch (r->type) {
	case R_X86_64_TPOFF64:
	case R_X86_64_DTPMOD64:
	case R_X86_64_DTPOFF64:
	case R_X86_64_TLSDESC:
		if (r->symbol[0] && !r->defined) {
			refer_to_import(p, r);
			return 8;
		}
		refer_to_own(p, r);
		parse_mix(p, (uint64_t)r->addend);
		refer_to_tls(p);
		return 8;
	case R_X86_64_64:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_JUMP_SLOT:
		place.address = r->value + (r->type == R_X86_64_64 ? (uint64_t)r->addend : 0);
		break;
	case R_X86_64_COPY:
		refer_to_import(p, r);
		return 8;
	case R_X86_64_IRELATIVE:
		p->region.indirect = true;
		break;
	case R_X86_64_RELATIVE:
		break;
	default:
		p->region.unknown = true;
	}
	if (r->symbol[0] && !r->defined) {
		refer_to_import(p, r);
		return 8;
	}
	refer_to_own(p, r);
	if (kept && kept->value + (uint64_t)kept->addend == place.address)
		place.kept = kept;
	/* Of the loader's table: what calls it calls what it points to. */
	place.called = section_is_named(p->section, ".got*");
	refer(p, &place);
	return 8;
}

void parse_tls(struct parse *p, const struct image_relocation *r)
{
	const struct image_section *section;
	uint64_t value, slot;

	switch (r->type) {
	case R_X86_64_TPOFF32:
	case R_X86_64_GOTTPOFF:
	case R_X86_64_TLSGD:
	case R_X86_64_TLSLD:
	case R_X86_64_DTPOFF32:
	case R_X86_64_GOTPC32_TLSDESC:
		break;
	default:
		p->region.unknown = true;
		return;
	}
	refer_to_tls(p);
	if (r->address + 4 > p->region.end)
		return;
	value = parse_number(p, r->address, 4);
	slot = r->address + 4 + value;
	section = image_section_at(p->image, slot);
	if (r->type != R_X86_64_TPOFF32 && section && section_is_named(section, ".got*"))
		refer(p, &(struct place){ .address = slot, .width = 8 });
	else
		parse_mix(p, value);
}

static void parse_pointer(struct parse *p, const struct image_relocation *r, size_t width)
{
	uint64_t address = parse_number(p, r->address, width);
	bool same = r->value + (uint64_t)r->addend == address;

	if (p->region.kind == REGION_SECTION && !r->symbol[0] &&
		distances_mix_place(p, r->address, address))
		return;
	refer(p, &(struct place){
			 .address = address, .kept = same ? r : NULL, .pointer = true });
}

/* Kept by the linker: it says that the field is an address; the field says which. */
static size_t parse_kept(struct parse *p, const struct image_relocation *r)
{
	size_t width = r->type == R_X86_64_64 || r->type == R_X86_64_PC64 ? 8 : 4;

	if (r->type == R_X86_64_NONE)
		return 0;
	if (!p->bytes || r->address + width > p->region.end) {
		p->region.unknown = true;
		return 0;
	}
	parse_mix(p, r->type);
	switch (r->type) {
	case R_X86_64_PC32:
	case R_X86_64_PLT32:
	case R_X86_64_PC64:
		distances_parse(p, r, width);
		return width;
	case R_X86_64_64:
	case R_X86_64_32:
	case R_X86_64_32S:
		parse_pointer(p, r, width);
		return width;
	default:
		parse_tls(p, r);
		return 4;
	}
}

/* Of several at one address the last one that counts: the loader's. */
size_t parse_relocation(struct parse *p, const struct image_relocation *r)
{
	const struct image_relocation *kept = NULL, *last = r, *all = p->image->relocations;

	for (size_t i = image_relocation_from(p->image, r->address);
		i < p->image->relocation_count && all[i].address == r->address; i++) {
		last = &all[i];
		if (!last->dynamic)
			kept = last;
	}
	return last->dynamic ? parse_dynamic(p, last, kept) : parse_kept(p, last);
}

/*
 * Tables of handlers. Method: the types that are caught stand behind the actions, the first one
 * last. Each is the distance to a pointer to a type's description, or to that description. How
 * many there are is known from the actions alone. Format: "Exception Handling Tables" of the
 * Itanium C++ ABI, as gcc and clang write it; what they do not write is unknown.
 */
struct handlers {
	struct cursor c;
	size_t actions, actions_end, types_end; /* the end of those that are used */
	uint64_t types;                         /* the highest number of one */
};

static void note_type(struct handlers *h, uint64_t number)
{
	h->types = number > h->types ? number : h->types;
}

/* Of a function that may throw only these. */
static void read_specification(struct handlers *h, uint64_t offset)
{
	struct cursor c = h->c;
	uint64_t type = 1;

	for (c.at = h->types_end + offset; c.at < c.end && type;)
		note_type(h, type = unwind_leb(&c));
}

static void read_actions(struct handlers *h, uint64_t first)
{
	struct cursor c = h->c;
	int64_t next = 1;

	c.at = h->actions + first - 1;
	for (size_t i = 0; i < c.end && c.at < c.end && next; i++) {
		int64_t type = unwind_signed_leb(&c);
		size_t here = c.at;

		next = unwind_signed_leb(&c);
		h->actions_end = c.at > h->actions_end ? c.at : h->actions_end;
		c.at = here + (size_t)next;
		if (type > 0)
			note_type(h, (uint64_t)type);
		else if (type < 0)
			read_specification(h, (uint64_t) - (type + 1));
	}
}

/* False: it is not understood. */
static bool read_calls(struct handlers *h)
{
	struct cursor *c = &h->c;
	unsigned encoding = c->at < c->end ? c->bytes[c->at++] : 0;
	uint64_t size = unwind_leb(c);

	h->actions = h->actions_end = c->at + size;
	if ((encoding != DW_EH_PE_uleb128 && encoding != DW_EH_PE_udata4) ||
		size > c->end - c->at || h->types_end > c->end || h->types_end < h->actions)
		return false;
	while (c->at < h->actions) {
		uint64_t first;

		for (int i = 0; i < 3; i++)
			if (encoding == DW_EH_PE_uleb128)
				unwind_leb(c);
			else
				c->at += 4;
		first = unwind_leb(c);
		if (first)
			read_actions(h, first);
	}
	return true;
}

static void refer_to_types(
	struct parse *p, size_t start, size_t end, size_t size, bool pointers)
{
	for (size_t i = start; i < end; i += size) {
		uint64_t at = p->region.start + i, distance = parse_number(p, at, size);

		parse_mix(p, !distance);
		if (distance)
			refer(p, &(struct place){ .address = at + distance,
					 .width = pointers ? 8 : 0,
					 .pointer = !pointers });
	}
}

/* One table, of nothing but places in the function: no distance to anything. */
static bool is_without_types(const struct parse *p, size_t size)
{
	struct cursor c = { p->bytes, 3, size, p->region.start };
	size_t calls = unwind_leb(&c);

	return p->bytes[0] == DW_EH_PE_omit && p->bytes[1] == DW_EH_PE_omit && c.at <= size &&
	       calls <= size - c.at && size - c.at - calls < 4;
}

/* One function's table, whose relocations are not known. False: it has no distances to types,
 * so it is as other data. */
static bool parse_handlers(struct parse *p)
{
	size_t size = p->region.end - p->region.start, width, start;
	struct handlers h = { .c = { p->bytes, 2, size, p->region.start } };
	unsigned types = size > 2 ? p->bytes[1] : DW_EH_PE_omit;

	if (p->image->has_kept_relocations)
		return false;
	if (size > 3 && is_without_types(p, size)) {
		parse_mix(p, XXH3_64bits(p->bytes, size));
		return true;
	}
	if (types == DW_EH_PE_omit || !(types & DW_EH_PE_pcrel))
		return false;
	width = (types & 15) == DW_EH_PE_sdata4 ? 4 : (types & 15) == DW_EH_PE_sdata8 ? 8 : 0;
	h.types_end = unwind_leb(&h.c);
	h.types_end += h.c.at;
	if (p->region.kind == REGION_SECTION || p->bytes[0] != DW_EH_PE_omit || !width ||
		!read_calls(&h) || h.types > (h.types_end - h.actions) / width) {
		p->region.unknown = true;
		return false;
	}
	/* Types that no action of the table asks for are those of another part of a function.
	 */
	start = h.types ? h.types_end - h.types * width : h.actions_end;
	parse_mix(p, XXH3_64bits(p->bytes, start));
	if (h.types)
		refer_to_types(p, start, h.types_end, width, types & DW_EH_PE_indirect);
	parse_mix(p, XXH3_64bits(p->bytes + h.types_end, size - h.types_end));
	return true;
}

static void hash_part(struct parse *p, size_t from, size_t to)
{
	if (p->bytes && to > from)
		parse_mix(p, XXH3_64bits(p->bytes + from, to - from));
}

static void parse_part(struct parse *p, uint64_t start, uint64_t end)
{
	const struct image *image = p->image;
	size_t from = start - p->region.start, next = image_relocation_from(image, start);

	while (next < image->relocation_count && image->relocations[next].address < end) {
		const struct image_relocation *r = &image->relocations[next];
		size_t at = r->address - p->region.start, width;

		while (next < image->relocation_count &&
			image->relocations[next].address == r->address)
			next++;
		if (at < from)
			continue; /* within the field before */
		parse_mix(p, at);
		width = parse_relocation(p, r);
		hash_part(p, from, at);
		from = at + width;
	}
	hash_part(p, from, end - p->region.start);
}

/* No benchmark reads the entries of the harness, which are in the section of its constants. */
static void parse_bytes(struct parse *p)
{
	const struct image *image = p->image;
	uint64_t at = p->region.start;
	size_t i = image_symbol_from(image, at);

	for (; p->region.kind == REGION_SECTION && i < image->symbol_count; i++) {
		const struct image_symbol *s = &image->symbols[i];

		if (s->address >= p->region.end)
			break;
		if (s->address < at || !symbol_is_of_harness(s->name))
			continue;
		parse_part(p, at, s->address);
		at = s->address + s->size;
	}
	if (at <= p->region.end)
		parse_part(p, at, p->region.end);
}

void parse_data(struct parse *p)
{
	/* Nothing but zeros: who refers to all of such a section means a part of it. */
	if (p->region.kind == REGION_SECTION && !p->bytes)
		return;
	parse_mix(p, p->region.end - p->region.start);
	if (p->bytes && section_is_named(p->section, ".got*") &&
		!image_has_relocation(p->image, p->region.start, p->region.start + 1) &&
		p->region.end - p->region.start == 8)
		refer(p, &(struct place){ .address = parse_number(p, p->region.start, 8),
				 .pointer = true,
				 .called = true });
	else if (!p->bytes) /* but for what the loader copies */
		parse_part(p, p->region.start, p->region.end);
	else if (!(section_is_named(p->section, ".gcc_except_table") && parse_handlers(p)) &&
		 !distances_parse_all(p)) {
		parse_bytes(p);
		distances_follow(p);
	}
}
