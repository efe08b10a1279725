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

#define TRACK_LAUNCHES_MOST 4095 /* more are not told apart */

/* What else is known of a point, of other builds that were measured beside it. */
struct track_beside {
	double raw;               /* the level that was measured, before anchor_apply() */
	double before;            /* level of last night's build; NAN */
	double anchor, anchor_se; /* of the pinned build; NAN */
	uint64_t before_code, anchor_code; /* 0: not known */
};

struct track_point {
	double level, se;          /* of ln ns; se NAN with one launch */
	uint64_t code, definition; /* 0: not known */
	uint32_t night;            /* its place in the list of nights */
	/* There may be millions: in one word. toolchain 0: not known. */
	uint32_t launches : 12, toolchain : 20;
	struct track_beside *beside; /* owned; NULL: nothing */
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

void tracks_release(struct tracks *tracks);
/* A copy of the text; both appended, in the order of nights. For readers and for tests. */
struct track *tracks_add(struct tracks *tracks, const char *suite, const char *benchmark);
struct track_night *tracks_add_night(struct tracks *tracks);
struct track_point *track_add(struct track *track);
/* The same of a point; made where there is none. */
struct track_beside *track_beside(struct track_point *point);
/* The level that was measured. */
static inline double track_raw(const struct track_point *point)
{
	return point->beside ? point->beside->raw : point->level;
}

/* The point of that night; NULL: none. */
struct track_point *track_at(const struct track *track, uint32_t night);

/*
 * Takes the machine out of the levels of a track: where a pinned build was measured beside the
 * night's, the level becomes the ratio of the two, times the geometric mean of the pinned build
 * over all its nights. Its standard error takes that of the pinned build in. Nights without it
 * keep their level.
 */
void anchor_apply(struct track *track);

/* Do the same pinned build and so the same world stand behind both levels? */
bool anchor_joins(const struct track_point *a, const struct track_point *b);

/* Nothing of code, definition, compiler and machine differs, and the code is known. */
bool same_ground(
	const struct tracks *tracks, const struct track_point *a, const struct track_point *b);

#endif
