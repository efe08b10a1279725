/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_ROW_SIDE_H
#define COMPARE_VERDICT_ROW_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/verdict/compared.h"

/* Does the launch count, did it succeed, and has it a time? */
bool launch_is_usable(const struct launch *launch);

/* "minima", "lower quartiles" or "medians". */
const char *estimator_words(enum estimator estimator);

/* Minimum, lower quartile or median of the launch. */
double launch_value(const struct launch *launch, enum estimator estimator);

/*
 * Fills a row's side from its benchmark in the log (NULL: not there). Returns its estimate in
 * ns: the minimum of minima or the median of medians; NAN where no launch can be used.
 */
double row_side_fill(struct row_side *side, const struct log *log,
	const struct log_benchmark *benchmark, enum estimator estimator);

/* Writes the value of each usable launch to `values` (room for side->launches). Returns their
 * number. */
size_t row_side_values(const struct row_side *side, enum estimator estimator, double *values);

/* The same of a counted metric by its number in the log of the side. */
size_t row_side_counted(const struct row_side *side, unsigned metric, double *values);

/* Smallest and largest sample of all usable launches; NAN where there is none. */
void row_side_range(const struct row_side *side, double *low, double *high);

#endif
