/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: a number of 32 bits in data may be a distance, to code or data. It counts from its
 * own place, from the start of its table, or from a place between these: virtual tables of
 * clang have it behind their first entries. So it may mean what lies between the first and the
 * last of these targets. Where the linker kept relocations, one says that a number is a
 * distance, unless it leads to its own section: the assembler knew that. Without them, a number
 * that leads to another section may be one: its bytes are hashed, and it is followed as well.
 * Only the entries of jump tables, and of tables of nothing but distances to code, are left out
 * of the hash, as they change wherever that code moves.
 */
#include "driver/code/distances.h"

#include <ctype.h>
#include <elf.h>
#include <string.h>

#include "driver/code/constants.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/refer.h"
#include "driver/code/refer_import.h"

/* Entries in front of what a virtual table counts from. */
#define BEFORE_VTABLE 8
/* What it makes of an array of pointers. */
#define CLANG_TABLE "reltable."

static bool is_start_of_symbol(const struct parse *p, uint64_t address)
{
	uint32_t region = regions_symbol(p->regions, address);

	return region != NO_REGION && p->regions->items[region].start == address;
}

static bool leads_into_function(const struct parse *p, uint64_t address)
{
	return image_code_at(p->image, address) &&
	       regions_symbol(p->regions, address) != NO_REGION &&
	       !is_start_of_symbol(p, address);
}

static bool is_of_loader(const struct image_section *section)
{
	return section_is_plt(section) || section_is_named(section, ".got*");
}

/* A wrong guess leads there. */
static bool is_padding(const struct parse *p, uint64_t address)
{
	const struct region *gap;

	if (!image_code_at(p->image, address) ||
		regions_symbol(p->regions, address) != NO_REGION)
		return false;
	gap = &p->regions->items[regions_gap(p->regions, address)];
	return sweep_gap(p->image, gap->start, gap->end) == gap->end;
}

static void refer_from_table(struct parse *p, uint64_t address)
{
	const struct image_section *section = image_section_at(p->image, address);

	if (!section || is_padding(p, address) ||
		(is_of_loader(section) && !refer_has_slot(p->image, address)))
		return;
	refer(p, &(struct place){ .address = address,
			 .width = section_is_named(section, ".got*") ? 8 : 0,
			 .pointer = true,
			 .branch = section_is_code(section) });
}

/* To both, and to what begins between them. */
static void refer_between(struct parse *p, uint64_t low, uint64_t high)
{
	const struct image *image = p->image;
	uint64_t end = high + BEFORE_VTABLE;
	const struct image_section *section = image_section_at(image, high);

	refer_from_table(p, low);
	if (high == low)
		return;
	refer_from_table(p, high);
	for (size_t i = image_symbol_from(image, low + 1);
		i < image->symbol_count && image->symbols[i].address <= end; i++)
		refer_from_table(p, image->symbols[i].address);
	for (size_t i = image_label_from(image, low + 1);
		i < image->label_count && image->labels[i].address <= end; i++)
		if (image_code_at(p->image, image->labels[i].address))
			refer_from_table(p, image->labels[i].address);
	if (section && is_of_loader(section))
		for (uint64_t at = (low & ~(uint64_t)7) + 8; at <= end; at += 8)
			refer_from_table(p, at);
}

/* Where the table around the place begins. */
static uint64_t table_of(const struct parse *p, uint64_t at)
{
	uint64_t target = targets_before(&p->regions->targets, at + 1);
	uint32_t symbol;

	if (p->region.kind == REGION_TABLE || p->region.kind == REGION_SYMBOL)
		return p->region.start;
	symbol = regions_symbol(p->regions, at);
	if (symbol != NO_REGION)
		return p->regions->items[symbol].start;
	target = target < p->region.start ? p->region.start : target;
	/* No table begins there: the distance can only count from its own place. */
	return target & 3 ? at : target;
}

/* The last characters of a text look like a small number, and so does a whole one of two, which
 * is no table, as nothing follows. */
static bool is_end_of_text(const struct parse *p, uint64_t table, uint64_t at)
{
	const unsigned char *bytes = p->bytes + (at - p->region.start);
	uint64_t next = at + 4;

	if (at > p->region.start && at > table)
		return isprint(bytes[-1]);
	return isprint(bytes[0]) && isprint(bytes[1]) && !bytes[2] && !bytes[3] &&
	       (next + 4 > p->region.end || is_start_of_symbol(p, next) ||
		       !image_code_at(p->image, table + parse_number(p, next, 4)));
}

static bool mix_place(struct parse *p, uint64_t table, uint64_t low, uint64_t high)
{
	const struct region *function;

	if (!leads_into_function(p, low))
		return false;
	function = &p->regions->items[regions_symbol(p->regions, low)];
	parse_mix(p, low - function->start);
	parse_mix(p, function->end - low);
	if (!tables_only_refers(p->regions, low, table))
		refer_between(p, low, high);
	return true;
}

bool distances_mix_place(struct parse *p, uint64_t at, uint64_t address)
{
	return mix_place(p, table_of(p, at), address, address);
}

/* A named symbol is the target, wherever the distance counts from. */
void distances_parse(struct parse *p, const struct image_relocation *r, size_t width)
{
	uint64_t distance = parse_number(p, r->address, width), table = table_of(p, r->address);
	uint64_t own = r->address + distance, of_table = table + distance;

	if (r->symbol[0] && r->defined && r->value + (uint64_t)r->addend == own) {
		refer(p, &(struct place){ .address = own, .kept = r, .pointer = true });
		return;
	}
	if (p->region.kind == REGION_SECTION && mix_place(p, table, of_table, own))
		return;
	if (p->region.kind == REGION_TABLE && tables_only_refers(p->regions, of_table, table))
		refer_from_table(p, of_table);
	else if ((p->region.kind == REGION_TABLE || leads_into_function(p, of_table)) &&
		 !is_start_of_symbol(p, own))
		refer_from_table(p, of_table);
	else
		refer_between(p, of_table, own);
}

static bool is_named(const struct parse *p, uint64_t address, const char *start)
{
	uint32_t number = regions_symbol(p->regions, address);
	const char *name = number == NO_REGION ? NULL : p->regions->items[number].name;

	return name && !strncmp(name, start, strlen(start));
}

/* Of distances from its start. */
static bool is_table(const struct parse *p)
{
	return p->region.kind == REGION_TABLE ||
	       (p->region.kind == REGION_SYMBOL && is_named(p, p->region.start, CLANG_TABLE));
}

/* Only tables without a name, and assemblers, have distances into a function. Of other objects,
 * leads_to_code() knows those that hold nothing else. */
static bool may_be_entry(const struct parse *p, uint64_t address)
{
	return p->region.kind != REGION_SYMBOL || is_named(p, p->region.start, "_ZTV") ||
	       is_start_of_symbol(p, address) ||
	       image_label_like(p->image, address, address + 1, "*") ||
	       section_is_plt(image_section_at(p->image, address));
}

/* Code, or an object that can be written to if this cannot, or the other way round: other data
 * are so near that small numbers lead there. */
static bool is_far(const struct parse *p, uint64_t address)
{
	const struct image_section *section = image_section_at(p->image, address);
	uint64_t differ = section ? section->flags ^ p->section->flags : 0;

	if (!section || !(section->flags & SHF_ALLOC))
		return false;
	return (section->flags & differ & SHF_EXECINSTR && may_be_entry(p, address)) ||
	       (differ & (SHF_WRITE | SHF_EXECINSTR) &&
		       (is_start_of_symbol(p, address) ||
			       (p->region.kind == REGION_SYMBOL &&
				       is_named(p, p->region.start, "_ZTV"))));
}

/* Constants of another section. */
static const struct image_section *near_section(const struct parse *p, uint64_t address)
{
	const struct image_section *section = image_section_at(p->image, address);

	return section && section != p->section && section->flags & SHF_ALLOC &&
			       (section_is_named(section, "*rodata*") ||
				       (section->name && section->name[0] != '.'))
		       ? section
		       : NULL;
}

static bool is_another_object(const struct parse *p, uint64_t address)
{
	const struct image_section *section = image_section_at(p->image, address);

	return (address < p->region.start || address >= p->region.end) && section &&
	       (section == p->section || !p->image->has_kept_relocations) &&
	       is_start_of_symbol(p, address);
}

/* Of most numbers this says at once that they lead nowhere. */
static bool may_lead(const struct parse *p, uint64_t at, uint64_t distance)
{
	const struct image *image = p->image;
	const struct image_section *first = p->section, *last = p->section;
	int64_t low = (int64_t)(at + distance - p->section->size),
		high = (int64_t)(at + distance);

	if (!image->has_kept_relocations) {
		first = image->sections;
		last = &image->sections[image->section_count - 1];
	}
	return distance && high >= (int64_t)first->address &&
	       low < (int64_t)(last->address + last->size);
}

/* A jump table. */
static void parse_table(struct parse *p)
{
	for (uint64_t at = p->region.start; at + 4 <= p->region.end; at += 4) {
		uint64_t distance = parse_number(p, at, 4), target = p->region.start + distance;

		if (!image_section_at(p->image, target))
			parse_mix(p, distance);
		refer_from_table(p, target);
	}
}

/* Numbers of a section whose relocations are not known, which all lead somewhere. */
struct run {
	uint64_t first, table;
	const struct image_section *near; /* that a table without a name leads to */
};

static void follow_run(struct parse *p, struct run *run, uint64_t at, uint64_t distance)
{
	uint64_t low = run->table + distance, high = at + distance;
	const struct image_section *near = near_section(p, low);

	if (is_far(p, low) || is_far(p, high))
		refer_between(p, low, high);
	else if (is_far(p, run->first + distance))
		refer_from_table(p, run->first + distance);
	if (near && near != run->near &&
		targets_before(&p->regions->targets, run->first + 1) == run->first) {
		parse_reference_all(p, near);
		run->near = near;
	}
}

/* Of an object the rules are those of its own region. Returns where it begins. */
static uint64_t follow_object(struct parse *p, uint64_t followed, uint64_t low, uint64_t high,
	const struct region *object)
{
	uint64_t start = object->start;

	if (followed != start &&
		(is_far(p, low) || is_far(p, high) || is_named(p, start, CLANG_TABLE)))
		refer(p, &(struct place){ .address = start, .pointer = true });
	else
		start = followed;
	return start;
}

static void parse_section(struct parse *p)
{
	uint64_t at = p->region.start, behind = 0, object = 0;
	struct run run = { 0 };

	for (; at + 4 <= p->region.end; at += 4) {
		uint64_t distance = parse_number(p, at, 4);

		if (may_lead(p, at, distance)) {
			uint32_t symbol = regions_symbol(p->regions, at);

			run.first = behind == at ? run.first : at;
			run.table = table_of(p, at);
			behind = at + 4;
			if (symbol != NO_REGION) {
				object = follow_object(p, object, run.table + distance,
					at + distance, &p->regions->items[symbol]);
			} else if (!is_end_of_text(p, run.table, at)) {
				if (mix_place(
					    p, run.table, run.table + distance, at + distance))
					continue;
				follow_run(p, &run, at, distance);
			}
		}
		parse_mix(p, distance);
	}
	for (; at < p->region.end; at++)
		parse_mix(p, p->bytes[at - p->region.start]);
}

/* Nothing but distances to code, from its start or from each? */
static bool leads_to_code(const struct parse *p)
{
	uint64_t at = p->region.start;

	if (p->region.kind != REGION_SYMBOL || p->image->has_kept_relocations ||
		image_has_relocation(p->image, p->region.start, p->region.end) ||
		(p->region.end - at) % 4 || p->region.end - at < 8)
		return false;
	for (; at < p->region.end; at += 4)
		if (!image_code_at(p->image, p->region.start + parse_number(p, at, 4)))
			return false;
	return true;
}

bool distances_parse_all(struct parse *p)
{
	uint64_t start = p->region.start;

	if (is_table(p) && !p->image->has_kept_relocations &&
		!image_has_relocation(p->image, p->region.start, p->region.end))
		parse_table(p);
	else if (p->region.kind == REGION_SECTION && !p->image->has_kept_relocations &&
		 !(p->section->flags & SHF_WRITE))
		parse_section(p);
	else if (leads_to_code(p))
		for (uint64_t at = start; at < p->region.end; at += 4)
			refer_between(
				p, start + parse_number(p, at, 4), at + parse_number(p, at, 4));
	else
		return false;
	return true;
}

struct numbers {
	uint64_t at, distance;
	size_t relocation; /* at or behind it */
};

static struct numbers numbers_of(const struct parse *p)
{
	uint64_t at = (p->region.start + 3) & ~(uint64_t)3;

	return (struct numbers){ .at = at - 4,
		.relocation = image_relocation_from(p->image, at) };
}

/* The next one that has no relocation. */
static bool next_number(const struct parse *p, struct numbers *n)
{
	const struct image *image = p->image;

	for (n->at += 4; n->at + 4 <= p->region.end; n->at += 4) {
		while (n->relocation < image->relocation_count &&
			image->relocations[n->relocation].address < n->at)
			n->relocation++;
		if (n->relocation == image->relocation_count ||
			image->relocations[n->relocation].address != n->at) {
			n->distance = parse_number(p, n->at, 4);
			return true;
		}
		n->at += image->relocations[n->relocation].type == R_X86_64_PC32 ? 0 : 4;
	}
	return false;
}

/*
 * To its own section, or what is near. Small numbers of all kinds may lead there: only a table
 * of nothing but distances to objects counts.
 */
static void follow_near(struct parse *p)
{
	size_t count = 0;

	/* The linker filled in those that lead to other sections. */
	for (size_t i = image_relocation_from(p->image, p->region.start);
		i < p->image->relocation_count &&
		p->image->relocations[i].address < p->region.end;
		i++)
		count += p->image->relocations[i].type == R_X86_64_PC32;
	for (struct numbers n = numbers_of(p); next_number(p, &n);) {
		if (!n.distance)
			continue;
		if (!is_another_object(p, table_of(p, n.at) + n.distance) &&
			!is_another_object(p, n.at + n.distance))
			return;
		count++;
	}
	if (count < 2)
		return;
	for (struct numbers n = numbers_of(p); next_number(p, &n);)
		if (n.distance)
			refer_between(p, table_of(p, n.at) + n.distance, n.at + n.distance);
}

/* The number counts from the table, from its own place, or from one between these. */
static bool leads_far(const struct parse *p, const struct numbers *n, uint64_t *low)
{
	uint64_t table;

	if (!may_lead(p, n->at, n->distance))
		return false;
	table = table_of(p, n->at);
	*low = table + n->distance;
	return is_table(p) ||
	       (!p->image->has_kept_relocations && !is_end_of_text(p, table, n->at) &&
		       (is_far(p, *low) || is_far(p, n->at + n->distance)));
}

/* One number of many leads somewhere by chance. */
static bool is_chance(const struct parse *p)
{
	size_t hits = 0, misses = 0;
	uint64_t low;

	if (p->region.kind != REGION_SYMBOL || is_table(p) ||
		is_named(p, p->region.start, "_ZTV"))
		return false;
	for (struct numbers n = numbers_of(p); next_number(p, &n);)
		if (leads_far(p, &n, &low) ||
			is_another_object(p, table_of(p, n.at) + n.distance) ||
			is_another_object(p, n.at + n.distance))
			hits++;
		else if (n.distance)
			misses++;
	return hits < 2 && misses;
}

void distances_follow(struct parse *p)
{
	uint64_t low;
	bool chance;

	/* All that the assembler knew is in the section. */
	if ((p->region.kind == REGION_SECTION && p->image->has_kept_relocations) ||
		section_is_named(p->section, ".dynamic"))
		return;
	chance = is_chance(p);
	for (struct numbers n = numbers_of(p); !chance && next_number(p, &n);) {
		if (!leads_far(p, &n, &low))
			continue;
		if (is_table(p))
			refer_from_table(p, low);
		else
			refer_between(p, low, n.at + n.distance);
	}
	if (p->region.kind == REGION_SYMBOL || image_code_at(p->image, p->region.start))
		follow_near(p);
}
