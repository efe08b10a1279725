/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: what an address may mean is decided by what is known of it, the surest first. A kept
 * relocation may name the symbol: then that object is meant, wherever the address lies. An
 * instruction that reads or writes so many bytes, with no index, means these. Else an address
 * that is taken means an object only if it is exactly its start, as compilers put a part of an
 * index into addresses: t[i - 1] is the address of what stands before t. Any other address in
 * data means all of its section, or all that its file has there if the linker kept no name.
 * Sections without bytes hold no initial values: there the place says enough, and the whole
 * section only stands for who writes to it.
 */
#include "driver/code/refer.h"

#include <elf.h>
#include <string.h>

#include "driver/code/constants.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/refer_exact.h"
#include "driver/code/refer_import.h"
#include "driver/code/symbols.h"
#include "harness/base/hash.h"

/* Between an object and the one before it there is at most so much padding. */
#define ALIGNMENT_MAX 32
/* A compiler moves an address by a constant part of an index: seldom by more bytes; and seldom
 * by more than this to the very start of a text. */
#define INDEX_MAX   1024
#define ELEMENT_MAX 64

static bool add_region(struct parse *p, uint32_t region, const struct place *place)
{
	return parse_reference(p, region, place->address, place->called || place->branch);
}

void refer_to_bytes(struct parse *p, uint64_t address, uint64_t width, bool called)
{
	uint32_t region = address ? regions_bytes(p->regions, address, width) : NO_REGION;

	if (region == NO_REGION)
		p->region.unknown = true;
	else
		parse_reference(p, region, address, called);
}

/* Only the file itself can mean what it has by no name. */
static bool is_unnamed(const struct place *place)
{
	return place->kept && !place->kept->symbol[0];
}

static uint32_t part_of_file(const struct parse *p, const struct place *place, uint32_t file)
{
	return is_unnamed(place) ? regions_of_file(p->regions, place->address, file)
				 : NO_REGION;
}

/* All of the section, where an object may be anywhere, or all that the file has there. */
static void refer_to_section(
	struct parse *p, const struct image_section *section, const struct place *place)
{
	uint32_t part =
		section_is_writable(section) ? NO_REGION : part_of_file(p, place, p->file);

	parse_reference(p, part != NO_REGION ? part : regions_section(p->regions, section),
		place->address, false);
}

static bool is_mark(const char *name)
{
	return symbol_is_one_of(name, symbols_of_marks) ||
	       symbol_is_one_of(name, symbols_of_bounds);
}

/* A label of data that is meant: of the relocation, or where there is none at the address. */
static const struct image_label *meant_label(const struct parse *p, const struct place *place)
{
	const struct image *image = p->image;
	uint64_t address = place->kept ? place->kept->value : place->address;
	const struct image_label *found = NULL;

	if ((place->kept && !place->kept->symbol[0]) ||
		(!place->kept && image->has_kept_relocations))
		return NULL;
	for (size_t i = image_label_from(image, address);
		i < image->label_count && image->labels[i].address == address; i++)
		if ((!place->kept || !strcmp(image->labels[i].name, place->kept->symbol)) &&
			(!found || is_mark(found->name)))
			found = &image->labels[i];
	return found;
}

/* Only another file knows it, or it is of the C++ ABI or the harness: code reaches these by
 * their own names. */
static bool is_of_another(const struct parse *p, uint32_t number)
{
	const struct region *region = &p->regions->items[number];

	return symbol_is_of_abi(region->name) || symbol_is_of_harness(region->name) ||
	       (region->file && p->file && region->file != p->file);
}

/* The object that ends there may be meant as well: before padding by code that counts from
 * its end, but not by pointers. */
static bool refer_to_one_before(struct parse *p, const struct place *place)
{
	uint32_t number =
		regions_before(p->regions, place->address, place->pointer ? 0 : ALIGNMENT_MAX);

	if (number == NO_REGION || is_of_another(p, number))
		return false;
	parse_reference(p, number, place->address, false);
	return true;
}

/* Who asks where the program or its data begin or end may read all of it. */
static bool is_bound(const struct parse *p, const struct place *place, const char *name)
{
	const struct image *image = p->image;

	if (place->kept)
		return symbol_is_one_of(name, symbols_of_bounds);
	for (size_t i = image_label_from(image, place->address);
		i < image->label_count && image->labels[i].address == place->address; i++)
		if (!symbol_is_one_of(image->labels[i].name, symbols_of_bounds))
			return false;
	return !place->pointer;
}

/* Without relocations, it may be an object that begins or ends there. */
static bool refer_to_mark(struct parse *p, const struct place *place, const char *name)
{
	uint32_t object = regions_symbol(p->regions, place->address);

	p->region.unknown |= (place->kept || object == NO_REGION) && is_bound(p, place, name);
	parse_mix(p, bd_fnv1a(name, strlen(name), 0));
	if (place->kept)
		return true;
	refer_to_one_before(p, place);
	return object == NO_REGION;
}

/* A section named as a C identifier is an array that linkers put together. */
static bool is_array(const struct image_section *section)
{
	return section->name && section->name[0] != '.';
}

/* Who asks where they begin may go from one to the next. */
static void refer_to_functions(struct parse *p, const struct image_section *section)
{
	parse_reference_all(p, section);
	for (size_t i = regions_after(p->regions, section->address - 1);
		i < p->regions->symbol_count &&
		p->regions->items[i].start - section->address < section->size;
		i++)
		parse_reference(p, (uint32_t)i, p->regions->items[i].start, true);
}

static bool refer_to_label(struct parse *p, const struct place *place)
{
	const struct image_label *label = meant_label(p, place);
	const struct image_section *section;

	if (!label || !strncmp(label->name, ".L", 2) || (place->width && !place->pointer))
		return false;
	if (is_mark(label->name))
		return refer_to_mark(p, place, label->name);
	/* What is relative to it cannot be followed without the linker's relocations. */
	if (!strcmp(label->name, "_GLOBAL_OFFSET_TABLE_")) {
		p->region.unknown |= !p->image->has_kept_relocations;
		return true;
	}
	section = image_section_at(p->image, label->section);
	if (section && section_is_code(section) && is_array(section))
		refer_to_functions(p, section);
	if (!section || section_is_code(section))
		return false;
	if (!place->kept) {
		refer_to_one_before(p, place);
		add_region(p, regions_symbol(p->regions, place->address), place);
	}
	refer_to_section(p, section, place);
	return true;
}

static void refer_to_what_is_read(struct parse *p, const struct place *place)
{
	if (!add_region(p, regions_symbol(p->regions, place->address), place))
		add_region(p, regions_bytes(p->regions, place->address, place->width), place);
}

static bool refer_to_named(struct parse *p, const struct place *place)
{
	const struct image_relocation *r = place->kept;
	struct place literal = *place;
	uint32_t number = r ? regions_symbol(p->regions, r->value) : NO_REGION;

	if (!r || !r->symbol[0] || !r->defined || place->branch)
		return false;
	if (add_region(p, number, place)) {
		/* An assembler may give it too small a size. */
		if (place->width && regions_symbol(p->regions, place->address) != number)
			refer_to_what_is_read(p, place);
		return true;
	}
	if (place->width)
		return false;
	literal.address = r->value;
	parse_mix(p, place->address - r->value);
	return add_region(p, constants_literal(p->regions, r->value), &literal);
}

static void refer_to_code(struct parse *p, const struct place *place)
{
	uint32_t symbol = regions_symbol(p->regions, place->address);

	/* Machine code may be called an object. */
	if (add_region(p, symbol, place) && (p->regions->items[symbol].code || !place->branch))
		return;
	if (!add_region(p, regions_code(p->regions, place->address), place))
		parse_mix(p, place->address);
}

/* What has no symbol, from the address on or back. */
static void refer_to_gaps(struct parse *p, uint64_t address, bool back)
{
	uint64_t at = address;

	while ((back ? address - at : at - address) <= ELEMENT_MAX) {
		uint32_t number = regions_symbol(p->regions, at);
		bool gap = number == NO_REGION;
		struct region region;
		uint64_t data;

		if (gap)
			number = regions_gap(p->regions, at);
		if (number == NO_REGION)
			return;
		region = p->regions->items[number];
		if (region.start > at || region.end <= at)
			return;
		data = gap ? sweep_gap(p->image, region.start, region.end) : region.end;
		if (data < region.end)
			refer_to_bytes(p, data, region.end - data, false);
		at = back ? region.start - 1 : region.end;
	}
}

void refer_to_data_in_code(struct parse *p, uint64_t address)
{
	refer_to_gaps(p, address, true);
	refer_to_gaps(p, address, false);
}

/* Its address is taken. Between symbols there may be a table, or a function. */
static void refer_into_code(struct parse *p, const struct place *place)
{
	refer_to_code(p, place);
	if (place->pointer)
		return;
	if (regions_symbol(p->regions, place->address) == NO_REGION)
		add_region(p, regions_gap(p->regions, place->address), place);
	refer_to_data_in_code(p, place->address);
}

/* What stands behind it may be meant: t[i - 1] may look like a part of what is before t. */
static void refer_behind(struct parse *p, const struct place *place, uint64_t within)
{
	uint64_t at = place->address, from = at;
	uint32_t region;

	for (; !place->pointer; from = p->regions->items[region].start) {
		region = regions_behind(p->regions, from, at + within - from);
		if (region == NO_REGION)
			break;
		if (!is_of_another(p, region))
			parse_reference(p, region, p->regions->items[region].start, false);
	}
}

/* So may be all objects of the file, if an index is added. A function that other files know is
 * taken to be of the file of the object. */
static void refer_around(struct parse *p, const struct place *place, uint32_t file)
{
	uint32_t number =
		place->indexed ? part_of_file(p, place, p->file ? p->file : file) : NO_REGION;
	struct region part;

	if (number == NO_REGION) {
		refer_behind(p, place, place->indexed ? INDEX_MAX : ELEMENT_MAX - 1);
		return;
	}
	part = p->regions->items[number];
	number = regions_symbol(p->regions, part.start);
	if (number != NO_REGION && !is_of_another(p, number))
		parse_reference(p, number, part.start, false);
	refer_behind(p, &(struct place){ .address = part.start }, part.end - part.start);
}

/* Code takes the address inside a virtual table by its name, but of a type's name or
 * description only the start: an address inside means what stands behind. */
static bool refer_into_abi(struct parse *p, const struct place *place,
	const struct region *object, uint32_t number)
{
	if (!symbol_is_of_abi(object->name) ||
		(!place->pointer && (!strncmp(object->name, "_ZTS", 4) ||
					    !strncmp(object->name, "_ZTI", 4))))
		return false;
	refer_behind(p, place, INDEX_MAX);
	return add_region(p, number, place);
}

/* False: the address is inside, and may mean something else. */
static bool refer_to_object(struct parse *p, const struct place *place)
{
	uint32_t number = regions_symbol(p->regions, place->address);
	struct region object; /* a copy: regions move when one is found */

	if (number == NO_REGION)
		return false;
	object = p->regions->items[number];
	if (is_unnamed(place) && object.file && p->file && object.file != p->file)
		return false;
	if (object.start == place->address) {
		bool code = !place->pointer;
		bool other = code && refer_to_one_before(p, place);

		/* Code refers to no entry of the harness: it is the end of the other one. */
		if (code && symbol_is_of_harness(object.name))
			return other && !place->indexed;
		if (code)
			refer_around(p, place, object.file);
		return add_region(p, number, place);
	}
	if (place->pointer && object.name && !strncmp(object.name, ".L", 2))
		return add_region(p, number, place);
	return refer_into_abi(p, place, &object, number);
}

/* The address may be the end of a text: where the linker keeps relocations, it keeps names of
 * those that compilers made; else it is the one before. */
static void refer_to_text_before(struct parse *p, const struct place *place)
{
	uint64_t at = place->address, before = targets_before(&p->regions->targets, at);
	const struct image_section *section = image_section_at(p->image, at);

	if (place->pointer)
		return;
	refer_to_one_before(p, place);
	if (before < section->address)
		before = section->address;
	before = tables_jumps_end(p->regions, before);
	if (at > before && at - before > INDEX_MAX)
		before = at - INDEX_MAX;
	if (p->image->has_kept_relocations)
		add_region(p, regions_gap(p->regions, at), place);
	else if (at > before)
		refer_to_bytes(p, before, at - before, false);
}

/* A text, or what stands around it. */
static bool refer_to_texts(struct parse *p, const struct place *place)
{
	uint64_t at = place->address, within = ELEMENT_MAX;
	uint32_t region = constants_texts(p->regions, at, false, p->file);

	if (region == NO_REGION && (place->pointer || !p->image->has_kept_relocations)) {
		region = constants_texts(p->regions, at, true, p->file);
		within = INDEX_MAX;
	}
	if (!add_region(p, region, place))
		return false;
	refer_behind(p, place, within);
	refer_to_text_before(p, place);
	return true;
}

static bool refer_to_table(struct parse *p, const struct place *place)
{
	bool jumps =
		tables_is_of_jumps(p->regions, place->address, p->region.start, p->region.end);

	if (place->pointer || (place->indexed && !(place->called && jumps)) ||
		!add_region(p,
			constants_table(
				p->regions, place->address, p->region.start, p->region.end),
			place))
		return false;
	if (!jumps)
		refer_behind(p, place, ELEMENT_MAX);
	return true;
}

/* A table or a text that begins there. Code names a literal that the linker kept a name of. */
static bool refer_to_nameless(struct parse *p, const struct place *place)
{
	uint32_t literal = constants_literal(p->regions, place->address);

	if (regions_symbol(p->regions, place->address) != NO_REGION)
		return false;
	if (refer_to_table(p, place))
		return true;
	if (literal != NO_REGION)
		return place->pointer && add_region(p, literal, place);
	/* All of the section has what the distances lead to. */
	return !place->indexed && !tables_may_be_distances(p->regions, place->address) &&
	       refer_to_texts(p, place);
}

/* Assemblers keep the name of a literal that may be merged, unless just its start is meant. */
static bool refer_to_whole_text(struct parse *p, const struct place *place)
{
	uint32_t type = place->kept ? place->kept->type : R_X86_64_NONE;

	return (type == R_X86_64_64 || type == R_X86_64_32 || type == R_X86_64_32S) &&
	       add_region(p, constants_whole_text(p->regions, place->address), place);
}

static void refer_to_any(struct parse *p, const struct place *place)
{
	const struct image_section *section = image_section_at(p->image,
		place->kept && place->kept->defined ? place->kept->value : place->address);

	if (!section)
		section = image_section_at(p->image, place->address);
	if (!section) {
		/* Before the first object of a section, or nothing of the program. */
		p->region.unknown |= place->address != 0 && !place->pointer;
		parse_mix(p, place->address);
		return;
	}
	if (section_is_code(section)) {
		refer_into_code(p, place);
		return;
	}
	if (place->pointer && !symbol_is_of_abi(p->region.name))
		refer_to_one_before(p, place);
	if (refer_to_whole_text(p, place) || refer_to_object(p, place) ||
		refer_to_nameless(p, place))
		return;
	/* The end of the section before, as no relocation says which of the two is meant. */
	if (!place->kept && !place->pointer && place->address == section->address)
		refer_to_one_before(p, place);
	if (section->bytes) {
		refer_to_section(p, section, place);
		return;
	}
	if (!add_region(p, regions_symbol(p->regions, place->address), place))
		add_region(p, regions_gap(p->regions, place->address), place);
	/* Where in the section does not count: it moves with each object before it. */
	parse_reference_all(p, section);
}

/* Its start may be the end of the section before. */
static void refer_to_array(
	struct parse *p, const struct image_section *section, const struct place *place)
{
	if (place->address == section->address && !place->width)
		refer_to_one_before(p, place);
	refer_to_section(p, section, place);
}

/* Of __tls_get_addr() or of a descriptor, two words. */
static bool is_thread_slot(const struct parse *p, uint64_t address)
{
	size_t i = image_relocation_from(p->image, address);
	const struct image_relocation *r = &p->image->relocations[i];

	return i < p->image->relocation_count && r->address == address && r->dynamic &&
	       (r->type == R_X86_64_DTPMOD64 || r->type == R_X86_64_TLSDESC);
}

void refer(struct parse *p, const struct place *place)
{
	const struct image_section *section = image_section_at(p->image, place->address);

	if (section && section_is_plt(section))
		refer_to_bytes(p, refer_slot(p->image, place->address), 8, true);
	else if (section && section_is_named(section, ".got*") && place->width)
		refer_to_bytes(p, place->address, 8, place->called);
	else if (section && is_thread_slot(p, place->address))
		refer_to_bytes(p, place->address, 16, false);
	else if (section && is_array(section) && !section_is_code(section))
		refer_to_array(p, section, place);
	else if (refer_to_exact(p, place) || refer_to_label(p, place) ||
		 refer_to_named(p, place))
		return;
	else if (place->branch)
		refer_to_code(p, place);
	else if (place->width && section)
		refer_to_what_is_read(p, place);
	else
		refer_to_any(p, place);
}
