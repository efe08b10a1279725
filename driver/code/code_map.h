/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CODE_MAP_H
#define DRIVER_CODE_CODE_MAP_H

#include "driver/code/regions.h"

/*
 * Code and data of an image as regions that refer to each other. Each is parsed once, when it
 * is first asked for.
 */
struct code_map {
	const struct image *image; /* borrowed */
	struct regions regions;
	bool criterion; /* objects of Criterion.rs can be told by their names */
};

void code_map_init(struct code_map *map, const struct image *image);
void code_map_release(struct code_map *map);

/* The region of a function or object; NO_REGION if there is nothing at the address. */
uint32_t code_map_find(struct code_map *map, uint64_t address);
/* Parsed; where it begins and what it is, is known before, in map->regions. Valid until the
 * next region is parsed or found. */
const struct region *code_map_region(struct code_map *map, uint32_t region);
/* Marks all references from the one to the other. */
void code_map_cut(struct code_map *map, uint32_t from, uint32_t to);

#endif
