/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CODE_POINTERS_H
#define DRIVER_CODE_CODE_POINTERS_H

#include <stddef.h>
#include <stdint.h>

struct image;
struct traps;

/* Where an image holds addresses of its code, but to call it or to jump there. */
struct code_pointer {
	uint64_t target, at; /* the field */
	uint64_t value;      /* of the field: absolute or relative */
	uint8_t size;        /* 4 or 8 */
};

struct code_pointers {
	struct code_pointer *items; /* by target */
	size_t count, capacity;
	uint64_t away; /* added to a value, it means what no program has there */
};

void code_pointers_find(struct code_pointers *pointers, const struct image *image);
void code_pointers_release(struct code_pointers *pointers);
/* Those to code in [start, end) lead away. */
void code_pointers_divert(const struct code_pointers *pointers, uint64_t start, uint64_t end,
	struct traps *traps);

#endif
