/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TWINS_H
#define DRIVER_CODE_TWINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_map;

/*
 * The regions of two builds in pairs, from the same roots on. As long as none of the functions
 * that differ is executed, both builds execute the same: what the others refer to is paired.
 */
struct twin {
	uint32_t regions[2];
	/* A function that differs, or need not do the same in each launch: what it refers to is
	 * not paired. */
	bool differs;
};

struct twins {
	struct code_map *maps[2]; /* borrowed */
	struct twin *items;
	size_t count, done, capacity;
	bool changed; /* one of them is not the same */
	/* By region: its pair, from 1; 0: none. */
	uint32_t *pairs[2];
	size_t pair_capacity[2];
	uint32_t cut[2];    /* regions that are a pair and not followed; NO_REGION: none */
	const char *reason; /* why functions alone do not tell; NULL: they do */
};

/* Pairs the regions at the addresses, one of each build, with all that they refer to. */
void twins_follow(struct twins *twins, const uint64_t addresses[2]);
void twins_release(struct twins *twins);

#endif
