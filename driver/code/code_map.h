/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CODE_MAP_H
#define DRIVER_CODE_CODE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/code/regions.h"

struct image;

/*
 * Code and data of an image as regions that refer to each other. Each is parsed once, when it
 * is first asked for.
 */
struct code_map;

struct code_reference {
	uint32_t region;
	bool called;     /* else its address is taken, or it is read or written */
	bool cut;        /* a constructor registers it, and does nothing else with it */
	uint64_t offset; /* within the region */
};

struct code_region {
	uint64_t start, end;
	/* Of all bytes but addresses, whose targets are the references, and of the names of
	 * imported symbols. */
	uint64_t hash;
	size_t first, count;               /* references, see code_map_references() */
	size_t first_import, import_count; /* see code_map_imports() */
	uint32_t section;
	bool writable;
	bool whole;    /* all of a section */
	bool unknown;  /* refers to what cannot be followed */
	bool loads;    /* refers to what loads or executes: symbol_is_unfollowed() */
	bool sealed;   /* what only this code loads or executes is no benchmark's */
	bool acts;     /* may change what others see, if it is called */
	bool prepares; /* may do so unless it registers benchmarks: symbol_prepares() */
	bool renames;  /* is or calls symbol_renames() */
	bool library;  /* symbol_is_of_registration() */
	bool timed;    /* cannot be called before main(): it takes a benchmark::State & */
	bool shares;   /* refers to data of a library, or of the thread, whose readers are not
			  seen */
	bool indirect; /* calls what a register or memory says */
	bool threads;  /* starts threads or processes */
	bool opens_files;
	bool framework; /* of Google Benchmark: what it opens is no benchmark's */
	bool varies;    /* need not do the same in each launch: symbol_varies() */
	bool parsed;
};

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

/* One step of a hash of numbers. */
static inline uint64_t code_mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
	return hash ^ hash >> 32;
}

#endif
