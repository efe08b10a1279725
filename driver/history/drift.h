/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_DRIFT_H
#define DRIVER_HISTORY_DRIFT_H

#include <stdbool.h>

#include "compare/stats/segments.h"

/* A level, a straight line from the place `from` to `to`, a level again. */
struct drift {
	size_t from, to; /* the last value of the level before; the first of the one after */
	double effect, se;
};

/*
 * Do successive steps in one direction, steps[0..count-1], describe the values begin..end-1
 * worse than a drift of at least a week? Both are fitted by least squares. A drift costs as
 * much as two steps, and has to be better by four. count: at least 2.
 */
bool drift_fits(const struct segments_input *in, size_t begin, const size_t *steps,
	size_t count, size_t end, struct drift *drift);

#endif
