/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_DESCRIPTION_H
#define DRIVER_CODE_DESCRIPTION_H

#include "driver/code/emulated_memory.h"

struct image;

/*
 * What objects of an emulated program consist of, wherever they stand: a hash of their numbers
 * and of the shape of what they point to, and the places of the program that they hold.
 */
struct description {
	uint64_t hash;
	uint64_t *roots; /* addresses in the file, or of emulated_import() */
	size_t root_count, root_capacity;
	uint64_t *seen; /* allocations */
	size_t seen_count, seen_capacity;
	bool failed; /* something cannot be described */
};

void description_mix(struct description *d, uint64_t number);
void description_mix_text(struct description *d, const char *text);
/* A word in a register, of so many bytes. */
void description_add_word(struct description *d, const struct image *image,
	struct emulated_memory *memory, struct emulated_word word, unsigned size);
/* An object of the program: what was written to it, with all allocations that this points to.
 */
void description_add_object(struct description *d, const struct image *image,
	struct emulated_memory *memory, uint64_t address, uint64_t size);
/* Memory, with all allocations that it points to. */
void description_add(struct description *d, const struct image *image,
	struct emulated_memory *memory, uint64_t address, uint64_t size);
void description_release(struct description *d);

#endif
