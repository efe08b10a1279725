/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_PLACE_H
#define DRIVER_CODE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

struct image_relocation;

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

#endif
