/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_PARSE_H
#define DRIVER_CODE_PARSE_H

#include "driver/code/code_region.h"

struct image_relocation;
struct image_section;

struct parse {
	const struct image *image;
	struct regions *regions;
	const struct image_section *section;
	const unsigned char *bytes; /* of the region; NULL: none in the file */
	enum region_kind kind;
	uint32_t file;                                      /* struct image_symbol */
	const char *name;                                   /* of the region, or NULL */
	enum { TRUST_UNKNOWN, TRUSTED, NOT_TRUSTED } trust; /* see trusted.h */
	struct code_region region;
	/* Of all regions; those of this one are the last. */
	struct code_reference *references;
	size_t reference_count, reference_capacity;
	const char **imports; /* as well */
	size_t import_count, import_capacity;
};

void parse_mix(struct parse *p, uint64_t number);
/* Adds one. False: there is no such region. */
bool parse_reference(struct parse *p, uint32_t region, uint64_t address, bool called);
/* A number of 4 bytes, with its sign, or of 8, at the address. */
uint64_t parse_number(const struct parse *p, uint64_t address, size_t width);
/* Of several relocations at one address the last one that counts: the loader's, or NULL.
 * *next: the first that may be at the address; moves on. *kept: the linker's, or NULL. */
const struct image_relocation *parse_relocation_at(const struct image *image, size_t *next,
	uint64_t address, const struct image_relocation **kept);

#endif
