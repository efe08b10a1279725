/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: the instructions of a function are decoded from its start to its end, as compilers
 * put no data between them. Behind an instruction that nothing follows there may be data, in
 * code of an assembler: what is no instruction there is passed over, up to the next place that
 * is jumped to. A jump between two of the instructions starts another pass from there. Code
 * without a symbol is decoded only as far as it is reached. Addresses become references; all
 * other bytes are hashed. So a byte is never lost: if data were taken for an instruction, what
 * looks like an address there becomes a reference that tells it just as well.
 */
#include "driver/code/parse_code.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/parse_data.h"
#include "driver/code/refer.h"
#include "driver/code/refer_exact.h"

/* Of each byte. */
enum { IS_START = 1, IS_DECODED = 2, IS_ADDRESS = 4 };

#define STRAIGHT_MAX 8

struct sweep {
	struct parse *p;
	unsigned char *marks;
	size_t size;
	size_t *goals; /* that are jumped to */
	size_t goal_count, goal_capacity;
	size_t next;                     /* relocation, in or behind the instruction */
	uint64_t straight[STRAIGHT_MAX]; /* instructions since the last jump */
	size_t straight_count;
	bool flows; /* the instruction before does not end or jump */
};

/* It becomes a reference, so its bytes do not count. */
static void take_out(struct sweep *s, size_t offset, size_t size)
{
	for (size_t i = offset; i < offset + size && i < s->size; i++)
		s->marks[i] |= IS_ADDRESS;
	parse_mix(s->p, offset);
}

/* An instruction that this one is reached from, and in no other way than from there. */
static uint64_t straight_from(const struct sweep *s)
{
	const struct targets *targets = &s->p->regions->targets;
	size_t i = s->straight_count - 1;

	while (i && targets->goals &&
		!targets_may_jump_to(
			targets, s->straight[i], s->p->region.start, s->p->region.end))
		i--;
	return s->straight[i];
}

static void refer_field(struct sweep *s, const struct decode_instruction *i,
	const struct decode_field *field, size_t offset, const struct image_relocation *kept,
	uint64_t address)
{
	take_out(s, offset + field->offset, field->size);
	refer(s->p, &(struct place){ .address = address,
			    .kept = kept,
			    .width = field->width,
			    .from = s->p->region.start + offset,
			    .before = straight_from(s),
			    .branch = field->branch || (i->flow != FLOW_ON && !field->memory),
			    .called = i->flow != FLOW_ON,
			    .indexed = field->indexed });
}

/* An address that the linker filled in, relative to a table of its own. */
static void refer_to_table_offset(struct sweep *s, const struct decode_field *field,
	size_t offset, const struct image_relocation *r)
{
	take_out(s, offset + field->offset, field->size);
	if (r->type == R_X86_64_GOTOFF64 || r->type == R_X86_64_PLTOFF64)
		refer(s->p, &(struct place){
				    .address = r->value + (uint64_t)r->addend, .kept = r });
}

static void related_field(struct sweep *s, const struct decode_instruction *i,
	const struct decode_field *field, size_t offset, const struct image_relocation *r)
{
	uint64_t address = (uint64_t)field->value;
	uint64_t named = r->value + (uint64_t)r->addend;

	parse_mix(s->p, r->type);
	if (field->relative) {
		address += s->p->region.start + offset + i->size;
		named += i->size - field->offset;
	}
	switch (r->type) {
	case R_X86_64_PC32:
	case R_X86_64_PLT32:
	case R_X86_64_GOTPCREL:
	case R_X86_64_GOTPCRELX:
	case R_X86_64_REX_GOTPCRELX:
	case R_X86_64_64:
	case R_X86_64_32:
	case R_X86_64_32S:
		if (r->at_end && address == named)
			take_out(s, offset + field->offset, field->size);
		else
			refer_field(s, i, field, offset, address == named ? r : NULL, address);
		return;
	case R_X86_64_GOTOFF64:
	case R_X86_64_PLTOFF64:
	case R_X86_64_GOTPC64:
	case R_X86_64_GOTPC32:
		refer_to_table_offset(s, field, offset, r);
		return;
	default:
		parse_tls(s->p, r);
		take_out(s, offset + field->offset, field->size);
	}
}

/*
 * A program that does not move may have an object at an address of its choice. No compiler puts
 * a number into 8 bytes that fits into 4: the assembler or linker filled in a distance.
 */
static void absolute_field(struct sweep *s, const struct decode_instruction *i,
	const struct decode_field *field, size_t offset)
{
	uint64_t address = (uint64_t)field->value;
	uint32_t symbol = regions_symbol(s->p->regions, address);

	s->p->region.unknown |=
		field->size == 8 && !field->memory &&
		(address == (uint32_t)address || field->value == (int32_t)field->value);
	if (!s->p->image->moves && image_section_at(s->p->image, address) &&
		(field->memory ||
			(symbol != NO_REGION && s->p->regions->items[symbol].start == address)))
		refer_field(s, i, field, offset, NULL, address);
}

static void plain_field(struct sweep *s, const struct decode_instruction *i,
	const struct decode_field *field, size_t offset)
{
	uint64_t address = s->p->region.start + offset + i->size + (uint64_t)field->value;

	if (!field->relative) {
		absolute_field(s, i, field, offset);
		return;
	}
	if (address < s->p->region.start || address >= s->p->region.end)
		refer_field(s, i, field, offset, NULL, address);
	else if (field->branch)
		*ARRAY_ADD(s->goals, s->goal_count, s->goal_capacity) =
			address - s->p->region.start;
	else if (!field->width)
		refer_to_data_in_code(s->p, address);
}

/* A relocation that is in no field belongs to data, or to a sequence for thread-local data. */
static void stray_relocation(struct sweep *s, const struct image_relocation *r)
{
	size_t offset = r->address - s->p->region.start;

	if (r->type == R_X86_64_NONE || r->type == R_X86_64_TLSDESC_CALL)
		return;
	if (r->type == R_X86_64_64 || r->type == R_X86_64_RELATIVE)
		take_out(s, offset, parse_relocation(s->p, r));
	else
		parse_tls(s->p, r);
}

static void take_fields(struct sweep *s, const struct decode_instruction *i, size_t offset)
{
	const struct image *image = s->p->image;
	uint64_t at = s->p->region.start + offset;
	unsigned related = 0;

	for (; s->next < image->relocation_count &&
		image->relocations[s->next].address < at + i->size;
		s->next++) {
		const struct image_relocation *r = &image->relocations[s->next];
		unsigned k = 0;

		while (k < i->field_count && at + i->fields[k].offset != r->address)
			k++;
		if (k == i->field_count || r->dynamic) {
			stray_relocation(s, r);
		} else if (r->type != R_X86_64_NONE && !(related & 1U << k)) {
			related |= 1U << k;
			related_field(s, i, &i->fields[k], offset, r);
		}
	}
	for (unsigned k = 0; k < i->field_count; k++)
		if (!(related & 1U << k))
			plain_field(s, i, &i->fields[k], offset);
}

/* Calls through the loader's table go where its relocations say. */
static bool is_through_got(
	const struct sweep *s, const struct decode_instruction *i, size_t offset)
{
	uint64_t end = s->p->region.start + offset + i->size;
	const struct image_section *section =
		i->field_count && i->fields[0].relative
			? image_section_at(s->p->image, end + (uint64_t)i->fields[0].value)
			: NULL;

	return section && section_is_named(section, ".got*");
}

static void take_instruction(struct sweep *s, const struct decode_instruction *i, size_t offset)
{
	struct region *region = &s->p->region;
	uint64_t end = region->start + offset + i->size;

	s->marks[offset] |= IS_START;
	if (s->straight_count == STRAIGHT_MAX)
		memmove(s->straight, s->straight + 1,
			--s->straight_count * sizeof(*s->straight));
	s->straight[s->straight_count++] = region->start + offset;
	for (size_t k = offset; k < offset + i->size; k++)
		s->marks[k] |= IS_DECODED;
	region->acts |= i->acts;
	region->varies |= i->varies;
	region->indirect |= i->indirect && !is_through_got(s, i, offset);
	if (i->thread && !s->p->image->has_kept_relocations)
		refer_to_tls(s->p);
	take_fields(s, i, offset);
	if (i->flow != FLOW_ON && i->flow != FLOW_CALL)
		s->straight_count = 0;
	if (!i->no_op)
		s->flows =
			i->flow == FLOW_ON || i->flow == FLOW_BRANCH ||
			(i->flow == FLOW_CALL &&
				(region->kind == REGION_CODE ||
					(end == region->end &&
						refer_returns(s->p->image,
							end + (uint64_t)i->fields[0].value))));
}

/* Decodes from here to what is decoded already, or to the end. */
static void pass(struct sweep *s, size_t offset)
{
	bool linear = s->p->region.kind == REGION_SYMBOL;
	struct decode_instruction i;

	s->flows = true;
	s->straight_count = 0;
	s->next = image_relocation_from(s->p->image, s->p->region.start + offset);
	while (offset < s->size && !(s->marks[offset] & IS_START)) {
		if (!decode(s->p->bytes + offset, s->size - offset, &i)) {
			/* Behind the data there may be code that a table leads to. */
			s->p->region.unknown |= s->flows || s->p->region.indirect;
			s->flows = false;
			return;
		}
		take_instruction(s, &i, offset);
		offset += i.size;
		if (!s->flows && !linear)
			return;
	}
	s->flows &= offset >= s->size;
}

/* What follows the region is executed as well. */
static void fall_through(struct sweep *s)
{
	if (s->flows)
		refer(s->p, &(struct place){ .address = s->p->region.end, .branch = true });
}

static void hash_bytes(struct sweep *s)
{
	bool all = s->p->region.kind == REGION_SYMBOL;
	AUTO_FREE unsigned char *copy = memory_zeroed(s->size + 1, 1);

	for (size_t i = 0; i < s->size; i++)
		if (!(s->marks[i] & IS_ADDRESS) && (all || s->marks[i] & IS_DECODED))
			copy[i] = s->p->bytes[i];
	while (!all && s->size && !(s->marks[s->size - 1] & IS_DECODED))
		s->size--;
	parse_mix(s->p, XXH3_64bits(copy, s->size));
	parse_mix(s->p, s->size);
}

void parse_code(struct parse *p)
{
	struct sweep s = { .p = p, .size = p->region.end - p->region.start };

	if (!p->bytes) {
		p->region.unknown = true;
		return;
	}
	s.marks = memory_zeroed(s.size + 1, 1);
	pass(&s, 0);
	fall_through(&s);
	for (size_t i = 0; i < s.goal_count; i++)
		if (!(s.marks[s.goals[i]] & IS_START)) {
			pass(&s, s.goals[i]);
			fall_through(&s);
		}
	hash_bytes(&s);
	free(s.marks);
	free(s.goals);
}
