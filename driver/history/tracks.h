/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_TRACKS_H
#define DRIVER_HISTORY_TRACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the analysis works on: the nights of one machine class in their order, and for each
 * benchmark a track of points. Plain data, without a database. Zeroed it may be released.
 */
struct track_night {
	int64_t started, height;  /* height -1: not known */
	uint64_t machine;         /* equal: nothing of the machine changed */
	char *revision, *subject; /* owned; NULL: not known */
	char *machine_text;       /* owned: what may change of it, for people */
	int64_t launches, disturbed,
		failed; /* failed: benchmarks without any measured launch */
};

struct track_point {
	uint32_t night; /* its place in the list of nights */
	uint32_t launches;
	double level, se;         /* of ln ns; se NAN with one launch */
	double raw;               /* the level that was measured, before anchor_apply() */
	double before;            /* level of last night's build, measured beside it; NAN */
	double anchor, anchor_se; /* of the pinned build measured beside it; NAN */
	uint64_t before_code, anchor_code; /* 0: not known */
	uint64_t code;                     /* 0: not known */
	uint64_t definition;               /* 0: not known */
	int64_t toolchain;                 /* 0: not known */
};

struct track {
	char *suite, *benchmark; /* owned */
	struct track_point *points;
	size_t count, capacity;
};

struct tracks {
	char *class; /* owned: the name of the machines */
	struct track_night *nights;
	size_t night_count, night_capacity;
	struct track *tracks;
	size_t track_count, track_capacity;
};

/* So many are worth a thread. */
#define TRACKS_LEAST 20

void tracks_release(struct tracks *tracks);
/* A copy of the text; both appended, in the order of nights. For readers and for tests. */
struct track *tracks_add(struct tracks *tracks, const char *suite, const char *benchmark);
struct track_night *tracks_add_night(struct tracks *tracks);
struct track_point *track_add(struct track *track);
/* Room for so many points. */
void track_reserve(struct track *track, size_t points);

#endif
