/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REGIONS_H
#define DRIVER_CODE_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/extents.h"

struct image;
struct image_section;
struct jumps;
struct tables;

/*
 * Where functions and objects of an image begin and end. A region is the extent of a symbol, or
 * a part without a symbol that an address may mean. A place that somebody refers to is no end
 * of an object: it may lie inside. Regions have numbers from 0, in the order in which they are
 * first asked for. Borrows the image.
 */
struct regions;

enum region_kind {
	REGION_SYMBOL,
	REGION_BYTES,   /* data without a symbol */
	REGION_CODE,    /* code without a symbol */
	REGION_TABLE,   /* distances from its start, of 4 bytes */
	REGION_SECTION, /* all of a section, or all that a file has there */
};

struct region {
	uint64_t start, end;
	enum region_kind kind;
	bool code;     /* instructions; false: data */
	bool writable; /* when constructors run */
	uint32_t section;
	const char *name; /* of a symbol, or NULL */
	uint32_t file;    /* struct image_symbol; of a table: of the code that refers to it */
};

struct regions *regions_new(const struct image *image);
void regions_free(struct regions *regions); /* NULL is fine */

/* Valid until the next region is found. */
const struct region *regions_item(const struct regions *regions, uint32_t region);
uint32_t regions_count(const struct regions *regions);

/* All of these: NO_REGION where there is no such region at the address. */

/* The symbol, or overlapping symbols, that the address lies in. */
uint32_t regions_symbol(struct regions *regions, uint64_t address);
/* The symbol that ends at the address, or up to `within` bytes before, in the same section. */
uint32_t regions_before(struct regions *regions, uint64_t address, uint64_t within);
/* The symbol that begins up to `within` bytes behind the address, in the same section. */
uint32_t regions_behind(struct regions *regions, uint64_t address, uint64_t within);
/* `width` bytes without a symbol; more, if they would cut a field that is relocated. */
uint32_t regions_bytes(struct regions *regions, uint64_t address, uint64_t width);
/* Code without a symbol, from the address to the next symbol. */
uint32_t regions_code(struct regions *regions, uint64_t address);
/* All between two symbols. */
uint32_t regions_gap(struct regions *regions, uint64_t address);
uint32_t regions_section(struct regions *regions, const struct image_section *section);
/* The part of a section around the address that the file has: linkers put it into one piece. It
 * ends where another file is known to have something. */
uint32_t regions_of_file(struct regions *regions, uint64_t address, uint32_t file);
/*
 * A jump table or a table of distances or pointers, that code in [start, end) takes the address
 * of. It goes on behind a place that others refer to where the entry there could belong to it.
 */
uint32_t regions_table(struct regions *regions, uint64_t address, uint64_t start, uint64_t end);
/* NULL where the linker kept relocations. */
const struct jumps *regions_jumps(const struct regions *regions);
const struct tables *regions_tables(const struct regions *regions);
/* A text that begins at the address, in a section that holds nothing else. */
uint32_t regions_whole_text(struct regions *regions, uint64_t address);
/* A literal that begins at the address: the linker kept the compiler's name of it. */
uint32_t regions_literal(struct regions *regions, uint64_t address);
/* A text that may begin at the address, with the texts behind it that may belong to it. inside:
 * it may also be the end of a longer one, as linkers let texts share their ends. file: that
 * refers to it; 0: not known. */
uint32_t regions_texts(struct regions *regions, uint64_t address, bool inside, uint32_t file);

/* For code whose literals have no NUL inside: a text, or all up to what somebody refers to
 * next. */
uint32_t regions_text(struct regions *regions, uint64_t address); /* up to its NUL */
uint32_t regions_exact(struct regions *regions, uint64_t address);
/* The table of distances around the field begins where code refers to it. */
uint64_t regions_target_before(const struct regions *regions, uint64_t address);

#endif
