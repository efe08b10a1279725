/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_PARSE_H
#define DRIVER_CODE_PARSE_H

#include "driver/code/regions.h"

struct image_relocation;
struct image_section;

struct parse {
	const struct image *image;
	struct regions *regions;
	const struct image_section *section;
	const unsigned char *bytes; /* of the region; NULL: none in the file */
	uint32_t file;              /* struct image_symbol */
	enum { TRUST_UNKNOWN, TRUSTED, NOT_TRUSTED } trust; /* see trusted.h */
	struct region region;
};

void parse_mix(struct parse *p, uint64_t number);
/* Adds one. False: there is no such region. */
bool parse_reference(struct parse *p, uint32_t region, uint64_t address, bool called);
/* A number of 4 bytes, with its sign, or of 8, at the address. */
uint64_t parse_number(const struct parse *p, uint64_t address, size_t width);

#endif
