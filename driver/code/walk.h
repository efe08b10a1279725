/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_WALK_H
#define DRIVER_CODE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_map;

/* The place of a region in the walk that has this number. */
struct visit {
	uint32_t walk, place;
};

/* What of a section was visited in the walk that has this number: parts that are written to, or
 * all of it. */
struct section_visit {
	uint32_t part, whole;
};

/*
 * Goes from functions over all references and hashes each region that it meets. A reference is
 * hashed as the number of its region in the order of the walk. A walk can be begun again.
 */
struct walk {
	struct code_map *map; /* borrowed */
	uint32_t cut;         /* the region that is not followed; NO_REGION: none */
	size_t limit;         /* a walk with more regions is unknown */
	bool before_seals;    /* what sealed code refers to is not followed */
	/* As from a constructor that registers benchmarks: neither these are followed nor the
	 * framework, of which only the function itself counts. */
	bool registers;
	bool only_code;   /* data is not followed */
	bool only_called; /* nor what is not called */
	bool untimed;     /* what takes a benchmark::State & is not followed */

	uint32_t number;   /* of the present walk */
	uint32_t *regions; /* in the order of the first reference; also the work list */
	size_t count, done, region_capacity;
	uint64_t hash;
	bool threads, opens_files, loads, sealed, renames, unknown;

	struct visit *visits; /* by region */
	size_t visit_capacity;
	struct section_visit *sections; /* by section */
	size_t section_capacity;
};

void walk_begin(struct walk *walk, uint64_t seed);
/* Goes on from one more function, or object. */
void walk_follow(struct walk *walk, uint64_t address);
void walk_mix(struct walk *walk, uint64_t number);
void walk_release(struct walk *walk);

bool walk_has(const struct walk *walk, uint32_t region);
/* Of a region that it has. */
uint32_t walk_place(const struct walk *walk, uint32_t region);
/* May writing to the region change what was visited? An address may mean all of a section. */
bool walk_may_see(const struct walk *walk, uint32_t region);

#endif
