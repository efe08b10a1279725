/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_SETTLE_H
#define DRIVER_PLAN_SETTLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How long the turns of a benchmark have to be. When the turn passes, caches and branch
 * predictor are those of the other launch. Most benchmarks are as fast as ever after 0.2 ms,
 * some after milliseconds. Noise falls with the length of turns, so turns are five times as
 * long as the benchmark takes to settle, and the samples before that are dropped.
 */
struct turn_length {
	int64_t slice_ns;  /* of a turn, whole microseconds; 0: not known */
	int64_t settle_ns; /* samples that begin so early in a turn are not kept */
};

/* Launches in which it is measured: all their samples are kept. A turn has 2 ms to settle. */
#define SETTLE_SLICE_NS  INT64_C(5000000)
#define SETTLE_LAUNCH_NS INT64_C(60000000)
#define SETTLE_SAMPLES   20000

#define SETTLE_STEPS     3

struct settle_values {
	double *values;
	size_t count, capacity;
};

/* Of one build. Zeroed it is empty. */
struct settle {
	/* For each time to settle that is tried: ns per iteration of the samples after it, of
	 * all turns; and of the samples after 2 ms. */
	struct settle_values after[SETTLE_STEPS], settled;
	/* For each turn of the last launch: the lower quartile of the samples after 2 ms. */
	struct settle_values turns;
	bool warms_up; /* a launch did */
	/* For each turn: ln of the quotient of the lower quartiles of both. */
	struct settle_values excess[SETTLE_STEPS];
	double sample_ns; /* the shortest sample; 0: none */
};

/* Adds a launch: ns per iteration, how many samples are of each turn ("40 40 39"), iterations
 * of a sample. */
void settle_add(struct settle *settle, const double *samples, size_t n,
	const char *turn_samples, int64_t iterations);
/*
 * The shortest turns after whose first part all builds are within 0.5 % of their settled time,
 * by the lower quartiles of all turns or by the median of the excess; by the latter also within
 * two standard errors if those are between 0.5 and 1 %. Turns of 10 ms with 2 ms dropped if
 * there are none shorter, or if a launch warms up: its first three turns get faster from one to
 * the next, and the first is over 5 % slower than the second half.
 */
struct turn_length settle_length(struct settle *builds, size_t count);
/* Would turns be shorter if noise alone were why a build seems not to have settled? Then
 * another launch of each build can tell. */
bool settle_may_shorten(struct settle *builds, size_t count);
void settle_release(struct settle *settle);

#endif
