/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_CHANGES_H
#define DRIVER_HISTORY_CHANGES_H

#include "driver/history/noise.h"
#include "driver/history/tracks.h"

/* What changed where a change stands. */
enum change_kind {
	CHANGE_MACHINE,
	CHANGE_TOOLCHAIN,
	CHANGE_CODE,
	CHANGE_UNKNOWN,   /* the code of one of the nights is not known */
	CHANGE_SAME_CODE, /* none of these: placement, or what the log does not tell */
	CHANGE_DRIFT,     /* a slope, not a step */
	CHANGE_FLIPS,     /* to and fro between two levels, none for more than FLIP_NIGHTS */
	CHANGE_KINDS
};

const char *change_kind_name(enum change_kind kind);

struct change {
	size_t track, at; /* the first point of the new level, or of the drift */
	size_t until;     /* of drift and flips: the first point of the level after; else 0 */
	uint32_t low, high, best; /* the first night of the new level is in low..high */
	uint32_t flips;           /* how often it changed its level; else 0 */
	double effect, se;        /* ln(new level / old level), its standard error */
	enum change_kind kind;
};

#define FLIP_NIGHTS 30
/* An interval of 95 % reaches so many standard errors to each side. */
#define CHANGE_Z 1.96

/* Of a drift, in 30 nights, as ln; of others 0. */
double change_slope(const struct change *change);
/* What of the effect is left in the level after it. */
double change_left(const struct change *change);

struct change_settings {
	double alarms; /* false ones in 30 nights that are accepted for the whole suite */
	double least;  /* smaller effects are not reported; as ln */
	/* Instead of `alarms`, for studies: z after a week; 0: from alarms. */
	double threshold;
};

#define CHANGE_SETTINGS_DEFAULT                            \
	{                                                  \
		.alarms = 1, .least = 0.01, .threshold = 0 \
	}

struct changes {
	struct change *list; /* by track, then night; owned */
	size_t count, capacity;
	struct noise noise;
	double threshold;         /* z of a change, after a week */
	double alarms;            /* of the settings */
	double smallest_reported; /* smaller effects are not reported; as ln */
};

/*
 * The changes of all tracks. Each track is segmented exactly (compare/stats/segments.h) with
 * the noise of noise.h. A change is reported by tests (driver/history/looks.h) with a threshold
 * that `alarms` sets; where code, compiler and machine are the same, the square of it grows by
 * 3 ln(nights). A level lasts at least two nights; more where nights stand out so often
 * that two in a row would exceed `alarms`. A track begins anew where the benchmark itself
 * changed.
 */
void changes_find(struct changes *changes, const struct tracks *tracks,
	const struct change_settings *settings);
void changes_release(struct changes *changes);

/* The smallest step of this track that is found in 80 % within a week after 30 quiet nights, in
 * ln; INFINITY: nobody knows. */
double changes_smallest(const struct changes *changes, size_t track);
/* So many nights of a level are tested first: 2, 3, 4, 5, 7 or 14. */
size_t changes_first_test(const struct changes *changes, size_t track);
/* Its noise is known, and a step of CHANGES_TOO_NOISY would often not be found in a week: of
 * such a track nothing is reported below the smallest step that is found in 80 % in as many
 * nights as both levels have lasted, or a week. */
bool changes_too_noisy(const struct changes *changes, const struct track *track, size_t index);
#define CHANGES_TOO_NOISY 0.25

/*
 * The threshold z, after a week, that keeps to so many false alarms in 30 nights of so many
 * tracks, of whose nights the share `open` has other code, another compiler or machine than the
 * night before.
 */
double change_threshold(double alarms, size_t track_count, double open);

#endif
