/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EXTENTS_H
#define DRIVER_CODE_EXTENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;
struct image_section;

#define NO_REGION UINT32_MAX

/* Where a symbol begins and ends. Symbols that overlap are one extent. */
struct extent {
	uint64_t start, end;
	const char *name;
	uint32_t region, file;
	bool object;
};

struct extents {
	struct extent *items; /* by address */
	size_t count;
};

void extents_make(struct extents *extents, const struct image *image);
/* The first extent that begins after the address. */
size_t extents_after(const struct extents *extents, uint64_t address);
/* Where the gap around the address begins and ends: at a symbol, or with the section. */
uint64_t extents_gap_start(
	const struct extents *extents, const struct image_section *section, uint64_t address);
uint64_t extents_gap_end(
	const struct extents *extents, const struct image_section *section, uint64_t address);
/* The part of the section around the address that the file may have. It ends where another file
 * is known to have something. False: the file is not known to have anything there. */
bool extents_of_file(const struct extents *extents, const struct image_section *section,
	uint64_t address, uint32_t file, uint64_t *start, uint64_t *end);

#endif
