/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REGIONS_H
#define DRIVER_CODE_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;
struct image_section;

/*
 * Where functions and objects of an image begin and end: a region is a symbol's extent, or
 * where there is no symbol, all that can be reached from an address. Regions have numbers from
 * 0, in the order in which they are first asked for. Borrows the image.
 */
struct regions;

#define NO_REGION UINT32_MAX
/* For a width: the whole section may be reached from the address. */
#define ACCESS_SECTION UINT64_MAX

struct region {
	uint64_t start, end;
	bool writable; /* when constructors run */
};

struct regions *regions_new(const struct image *image);
void regions_free(struct regions *regions); /* NULL is fine */

/* The region of an address from which `width` bytes may be reached: a number, ACCESS_ANY or
 * ACCESS_SECTION. NO_REGION if there is nothing at the address. */
uint32_t regions_at(struct regions *regions, uint64_t address, uint64_t width);
/* A section as one region. */
uint32_t regions_section(struct regions *regions, const struct image_section *section);
/* Valid until the next region is found. */
const struct region *regions_item(const struct regions *regions, uint32_t region);
uint32_t regions_count(const struct regions *regions);
/* Is the address a symbol's, and where does that begin? */
bool regions_symbol_at(const struct regions *regions, uint64_t address, uint64_t *start);

bool section_is_code(const struct image_section *section);
/* Is its name that of the glob? */
bool section_is_named(const struct image_section *section, const char *glob);

#endif
