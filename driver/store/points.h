/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_POINTS_H
#define DRIVER_STORE_POINTS_H

#include "driver/history/tracks.h"
#include "driver/store/database.h"

/* What a run is to the nights. */
struct place {
	uint32_t night; /* UINT32_MAX: none of these nights */
	enum role { ROLE_NOW, ROLE_BEFORE, ROLE_ANCHOR } role;
};

struct places {
	struct place *list; /* by the id of the run; owned */
	int64_t count;
	int64_t *runs; /* of the last night; owned */
	size_t run_count, run_capacity;
};

/*
 * Adds the tracks of tracks->class, by suite and name, with the points of all runs that have a
 * place, and counts what failed in the nights.
 */
int points_read(struct database *database, const struct places *places, struct tracks *tracks,
	struct err *e);

#endif
