/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: the types that are caught stand behind the actions, the first one last. Each is the
 * distance to a pointer to a type's description, or to that description. How many there are is
 * known from the actions alone. Format: "Exception Handling Tables" of the Itanium C++ ABI, as
 * gcc and clang write it; what they do not write is unknown.
 */
#include "driver/code/handlers.h"

#include <stddef.h>
#include <stdint.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/refer.h"
#include "driver/code/unwind.h"

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

bool handlers_parse(struct parse *p)
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
