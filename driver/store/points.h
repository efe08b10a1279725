/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_POINTS_H
#define DRIVER_STORE_POINTS_H

#include "driver/history/tracks.h"
#include "driver/store/database.h"

/* What a run is to the nights. */
struct place {
	int64_t run; /* its id */
	uint32_t night;
	enum role { ROLE_NOW, ROLE_BEFORE, ROLE_ANCHOR } role;
};

struct places {
	struct place *list; /* the nights in their order, then what stood beside them; owned */
	size_t count, capacity;
};

/* What the analysis needs of the points of a run, in one blob beside it: to read the rows of
 * all nights takes ten times as long. Those of all runs that have none. */
int points_pack(struct database *database, struct err *e);
/* Adds the tracks of tracks->class, by suite and name, with the points of these runs, and
 * counts what failed in the nights. */
int points_read(struct database *database, const struct places *places, struct tracks *tracks,
	struct err *e);

#endif
