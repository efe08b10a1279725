/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CONSTRUCTORS_H
#define DRIVER_CODE_CONSTRUCTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/gbench_names.h"

struct walk;

/* Runs before main(). */
struct constructor {
	uint64_t address;
	uint32_t *written; /* regions that it can write to */
	size_t count, capacity;
	bool always;      /* it may concern every function */
	bool resolves;    /* it chooses a function */
	bool common, own; /* it is in the walk of these: see fingerprint.c */
	struct gbench_registered registered;
};

struct constructors {
	struct constructor *items;
	size_t count, capacity;
	struct gbench_names names; /* of benchmarks that they register */
};

/*
 * All constructors of the image: in its arrays, and DT_INIT. One concerns only some functions
 * if it is proven: it writes memory, and nothing that it calls acts on anything else; or it
 * registers benchmarks.
 */
void constructors_find(
	struct constructors *constructors, const struct image *image, struct code_map *map);
/* The program may give benchmarks other names: what registers them concerns all. */
void constructors_distrust(struct constructors *constructors);
void constructors_release(struct constructors *constructors);

/* Does it write to something that was visited, or register it? */
bool constructor_concerns(const struct constructor *constructor, const struct walk *walk);
/* Visits what it does. */
void constructor_follow(const struct constructor *constructor, struct walk *walk);

#endif
