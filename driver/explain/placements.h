/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_PLACEMENTS_H
#define DRIVER_EXPLAIN_PLACEMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "driver/base/scratch.h"
#include "driver/explain/place_effect.h"
#include "harness/base/err.h"

struct row;
struct suite;

#define PLACEMENTS     16 /* by default */
#define PLACEMENTS_MAX 100

/* Both builds of suites, linked again at other places in memory by a command of the user. */
struct placements {
	/* A line for the shell, which links $BDRIVER_SUITE again into $BDRIVER_OUTPUT, with
	 * $BDRIVER_SEED telling placements apart; NULL: there is none. */
	const char *command;
	const char *config;     /* path for the runs; NULL: the default */
	int64_t count;          /* at first; below 1: the default */
	struct scratch scratch; /* zeroed: not yet made */
	size_t runs;
};

/*
 * Measures the benchmark of the row in a short paired run of each placement of both builds.
 * While it is undecided whether the code or the place changed it, twice as many follow, and
 * once more. None begins after `deadline_ns` of bd_clock_ns() (0: none), and a command that
 * runs then is ended. What a row links is kept for the next one. Returns 0, or -1 with *e set,
 * also where a command fails or links other code.
 */
int placements_measure(struct placements *placements, const struct suite *const suites[2],
	const struct row *row, uint64_t deadline_ns, struct place_effect *effect,
	struct err *e);
void placements_release(struct placements *placements);

#endif
