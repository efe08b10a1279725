/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CONSTRUCTORS_H
#define DRIVER_CODE_CONSTRUCTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/description.h"

struct code_map;
struct image;
struct walk;

/* Runs before main(). */
struct constructor {
	uint64_t address;
	uint32_t *written; /* regions that it can write to */
	size_t count, capacity;
	bool always; /* it may concern every function */
	/* What it leaves there, if it is known: then its code does not matter. */
	bool known;
	struct description effect;
};

struct constructors {
	struct constructor *items;
	size_t count, capacity;
};

/*
 * All constructors of the image: in its arrays, and DT_INIT. One concerns only some functions
 * if it is proven: it writes memory, and nothing that it calls acts on anything else.
 */
void constructors_find(
	struct constructors *constructors, const struct image *image, struct code_map *map);
/* It is proven that the constructor changes nothing but the symbols at these addresses, as the
 * effect says, which is taken over. */
void constructors_prove(struct constructors *constructors, struct code_map *map,
	uint64_t constructor, const uint64_t *written, size_t count,
	struct description *effect);
/* Of the same constructor: what it leaves at these symbols is drawn when the program runs. To
 * whom reaches them its code matters. */
void constructors_add_drawn(struct constructors *constructors, struct code_map *map,
	uint64_t constructor, const uint64_t *drawn, size_t count);
void constructors_release(struct constructors *constructors);

/* Does it write to something that was visited? */
bool constructor_concerns(const struct constructor *constructor, const struct walk *walk);
/* Visits what it does. */
void constructor_follow(const struct constructor *constructor, struct walk *walk);

#endif
