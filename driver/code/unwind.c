/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/unwind.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"

/*
 * Method: .eh_frame is read record by record. A CIE says how its functions encode addresses and
 * whether they have a table of handlers; an FDE names the function and the table. Formats:
 * Linux Standard Base 5.0, "Exception Frames". An encoding that is not known here makes all of
 * it not understood: any function may then have any table, which costs proofs and never makes a
 * false one.
 */

static uint32_t read_u32(const struct cursor *c, size_t at)
{
	uint32_t value = 0;

	if (at + sizeof(value) <= c->end)
		memcpy(&value, c->bytes + at, sizeof(value));
	return value;
}

/* *bits: how many it has. */
static uint64_t read_leb(struct cursor *c, unsigned *bits)
{
	uint64_t value = 0;

	for (*bits = 0; c->at < c->end;) {
		unsigned char byte = c->bytes[c->at++];

		value |= *bits < 64 ? (uint64_t)(byte & 127) << *bits : 0;
		*bits += 7;
		if (!(byte & 128))
			break;
	}
	return value;
}

uint64_t unwind_leb(struct cursor *c)
{
	unsigned bits;

	return read_leb(c, &bits);
}

int64_t unwind_signed_leb(struct cursor *c)
{
	unsigned bits;
	uint64_t value = read_leb(c, &bits);

	if (bits && bits < 64 && value >> (bits - 1) & 1)
		value |= UINT64_MAX << bits;
	return (int64_t)value;
}

static bool read_address(const struct cursor *c, size_t at, unsigned encoding, uint64_t *value)
{
	*value = read_u32(c, at);
	if (encoding == DW_EH_PE_udata4)
		return true;
	if (encoding != (DW_EH_PE_pcrel | DW_EH_PE_sdata4))
		return false;
	if (*value)
		*value = c->address + at + (uint64_t)(int64_t)(int32_t)*value;
	return true;
}

struct encodings {
	bool has_handlers;
	unsigned address, handlers;
};

static size_t encoded_size(unsigned encoding)
{
	unsigned format = encoding & 15;

	return format == DW_EH_PE_udata2 || format == DW_EH_PE_sdata2   ? 2
	       : format == DW_EH_PE_udata4 || format == DW_EH_PE_sdata4 ? 4
									: 8;
}

/* The common part of many records; the cursor stands at its version, behind its id. */
static bool read_common(struct cursor c, struct encodings *e)
{
	const char *augmentation = (const char *)c.bytes + ++c.at;
	const unsigned char *nul = memchr(augmentation, '\0', c.end - c.at);

	*e = (struct encodings){ .address = DW_EH_PE_absptr };
	if (!nul || *augmentation != 'z')
		return nul && !*augmentation;
	c.at = (size_t)(nul - c.bytes) + 1;
	unwind_leb(&c);
	unwind_leb(&c);
	unwind_leb(&c);
	unwind_leb(&c);
	for (const char *p = augmentation + 1; *p && c.at < c.end; p++) {
		unsigned byte = c.bytes[c.at++];

		if (*p == 'R')
			e->address = byte;
		else if (*p == 'P')
			c.at += encoded_size(byte);
		else if (*p == 'L') {
			e->has_handlers = true;
			e->handlers = byte;
		} else if (*p == 'S') {
			c.at--;
		} else {
			return false;
		}
	}
	return true;
}

/* A function's record; the cursor stands at the distance to its common part. */
static bool read_function(struct unwind *table, struct cursor c, size_t all)
{
	size_t distance = read_u32(&c, c.at), common = c.at - distance;
	struct cursor first = { c.bytes, common + 8, all, c.address };
	struct encodings e;
	uint64_t function = 0, handlers;
	bool known;

	if (distance > c.at || common + 9 > all || !read_common(first, &e))
		return false;
	c.at += 4;
	known = read_address(&c, c.at, e.address, &function);
	*ARRAY_ADD(table->functions, table->function_count, table->function_capacity) =
		known ? function : 0;
	if (!e.has_handlers || !known)
		return !e.has_handlers;
	c.at += 8;
	unwind_leb(&c);
	if (!read_address(&c, c.at, e.handlers, &handlers))
		return false;
	if (handlers)
		*ARRAY_ADD(table->items, table->count, table->capacity) =
			(struct handled){ function, handlers };
	return true;
}

static bool read_records(struct unwind *table, struct cursor c)
{
	size_t all = c.end;

	while (c.at + 8 <= all) {
		uint32_t size = read_u32(&c, c.at);
		struct cursor record = { c.bytes, c.at + 4, c.at + 4 + size, c.address };

		if (!size) {
			c.at += 4;
			continue;
		}
		if (size == UINT32_MAX || record.end > all)
			return false;
		if (read_u32(&record, record.at) && !read_function(table, record, all))
			return false;
		c.at = record.end;
	}
	return true;
}

struct unwind *unwind_new(const struct image *image)
{
	const struct image_section *s = image_section_named(image, ".eh_frame"),
				   *all = image_section_named(image, ".gcc_except_table");
	struct unwind *table = memory_zeroed(1, sizeof(*table));

	table->understood = true;
	if (all)
		table->all = all->address, table->all_end = all->address + all->size;
	if (s)
		table->understood = read_records(
			table, (struct cursor){ s->bytes, 0, s->size, s->address });
	image_sort_by_address(table->items, table->count, sizeof(*table->items));
	table->tables = memory_zeroed(table->count + 1, sizeof(*table->tables));
	for (size_t i = 0; i < table->count; i++)
		table->tables[i] = table->items[i].handlers;
	image_sort_by_address(table->tables, table->count, sizeof(*table->tables));
	return table;
}

void unwind_free(struct unwind *unwind)
{
	if (!unwind)
		return;
	free(unwind->items);
	free(unwind->tables);
	free(unwind->functions);
	free(unwind);
}

bool unwind_handlers(const struct unwind *unwind, uint64_t *at, uint64_t end,
	uint64_t *handlers, uint64_t *handlers_end)
{
	size_t low =
		image_first_from(unwind->items, unwind->count, sizeof(*unwind->items), *at);
	size_t next;

	*handlers = unwind->all;
	*handlers_end = unwind->all_end;
	if (!unwind->understood) {
		bool first = *at < end;

		*at = end;
		return first && unwind->all != 0;
	}
	if (low == unwind->count || unwind->items[low].function >= end)
		return false;
	*at = unwind->items[low].function + 1;
	*handlers = unwind->items[low].handlers;
	next = image_first_from(
		unwind->tables, unwind->count, sizeof(*unwind->tables), *handlers + 1);
	if (next < unwind->count && unwind->tables[next] < *handlers_end)
		*handlers_end = unwind->tables[next];
	/* Outside the section: what is there is not known. */
	if (*handlers < unwind->all || *handlers >= *handlers_end)
		*handlers = *handlers_end = 0;
	return true;
}
