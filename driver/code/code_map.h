/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CODE_MAP_H
#define DRIVER_CODE_CODE_MAP_H

#include "driver/code/code_region.h"

struct image;

/*
 * Code and data of an image as regions that refer to each other. Each is parsed once, when it
 * is first asked for.
 */
struct code_map;

/* Borrows the image. */
struct code_map *code_map_new(const struct image *image);
void code_map_free(struct code_map *map); /* NULL is fine */

/* The region of a function or object; NO_REGION if there is nothing at the address. */
uint32_t code_map_find(struct code_map *map, uint64_t address);
/* Valid until the next region is parsed. */
const struct code_region *code_map_region(struct code_map *map, uint32_t region);
const struct code_reference *code_map_references(
	const struct code_map *map, const struct code_region *region);
/* The names that the loader looks for, of functions and of data, in the order of use. */
const char *const *code_map_imports(
	const struct code_map *map, const struct code_region *region);
/* Marks all references from the one to the other. */
void code_map_cut(struct code_map *map, uint32_t from, uint32_t to);
const struct image *code_map_image(const struct code_map *map);
/* Its name, and whether it is code. Valid until the next region is found. */
const struct region *code_map_extent(const struct code_map *map, uint32_t region);

#endif
