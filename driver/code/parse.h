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
	struct region region;
};

/* What a field says. */
struct place {
	uint64_t address;
	/* That the linker kept, if it means this address; else NULL. */
	const struct image_relocation *kept;
	uint64_t width;  /* bytes that are read or written; 0: the address is taken */
	uint64_t from;   /* the instruction; 0: it is in data */
	uint64_t before; /* one before it, and no jump leads between */
	bool branch;     /* it is jumped to or called */
	bool called;     /* what it points to is jumped to or called */
	bool pointer;    /* the field is data; else it is in an instruction */
	bool indexed;    /* a register is added to it */
};

void parse_mix(struct parse *p, uint64_t number);
/* Adds one. False: there is no such region. */
bool parse_reference(struct parse *p, uint32_t region, uint64_t address, bool called);
/* Adds one to a section as a whole. */
void parse_reference_all(struct parse *p, const struct image_section *section);
/* A number of 4 bytes, with its sign, or of 8, at the address. */
uint64_t parse_number(const struct parse *p, uint64_t address, size_t width);

#endif
