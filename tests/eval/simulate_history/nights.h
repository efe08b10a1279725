/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_HISTORY_NIGHTS_H
#define TESTS_EVAL_SIMULATE_HISTORY_NIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/stats/prng.h"
#include "driver/history/tracks.h"

/* The most of a suite; of one that is made. */
#define LINES_MOST 5000
#define LINES      500
#define NIGHTS     500
#define DRAWN      200 /* nights of noise that is made */
#define QUIET      30  /* nights before the first verdict */

/* What a world adds to independent noise. */
struct world {
	const char *name;
	double renewed; /* share of the tracks with new code each night; 0: a tenth */
	double ar;      /* autocorrelation of successive nights */
	double some_ar; /* likewise, of a tenth of the tracks */
	double louder;  /* noise of a tenth of the tracks from night 150 on, as a multiple */
	double tails;   /* noise of Student's t with 3 degrees of freedom */
	double bad;     /* share of single bad nights, 6 standard deviations */
	double slow;    /* share of nights in which everything is 1 % slower */
	double growth;  /* the noise at the end, as a multiple */
	double shift;   /* of the whole machine at nights 60 and 140, with a new kernel */
	double hidden;  /* nights 60 and 140 without a word in the log: the kernel is not new */
	double unknown; /* no fingerprints */
	double step_sd; /* of a tenth of the tracks at step_night, in standard deviations */
	double step;    /* likewise, in ln */
	double creep_sd; /* of a tenth of the tracks, each night from step_night on */
	/* Nobody knows the truth of measured nights: each alarm is printed, as a line "TRACK
	 * LOW HIGH NIGHT MOVED"; MOVED is 1 for one of before whose place is another now. */
	bool measured;
};

/* NULL: there is none of that name. */
const struct world *world_find(const char *name);
double world_renewed(const struct world *world);

/* The nights of a suite whose truth is known. */
struct nights {
	const struct world *world;
	struct prng prng;
	uint64_t seed;
	size_t track_count;
	int count, step_night;
	double sd[LINES_MOST];             /* of a night */
	double levels[LINES_MOST][NIGHTS]; /* of ln of the time; NAN: it was not measured */
	double errors[LINES_MOST][NIGHTS]; /* standard errors within the night; NAN */
	struct tracks tracks;              /* the nights that were added; owned */
};

/* Draws all levels. `levels` names a file of measured ones, to which the steps are added; NULL:
 * normal noise. Returns -1 if it holds none. */
int nights_draw(
	struct nights *nights, const struct world *world, uint64_t seed, const char *levels);
void nights_release(struct nights *nights);
/* Adds night t to `tracks`; a track's code changes on a tenth of the nights, and where it
 * steps.
 */
void nights_add(struct nights *nights, int t);
bool nights_has_step(const struct nights *nights, size_t track);

/* SD of a night from the median of the absolute differences of successive ones. */
double difference_sd(const double *levels, int n);
int compare_doubles(const void *a, const void *b);
double normal_draw(struct prng *prng);

#endif
