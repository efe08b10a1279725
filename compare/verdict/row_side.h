/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_ROW_SIDE_H
#define COMPARE_VERDICT_ROW_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/log/log.h"
#include "compare/verdict/compared.h"

/* Does the launch count, did it succeed, and has it a time? */
bool launch_is_usable(const struct launch *launch);

/* "minima" or "medians". */
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

/*
 * The verdict of a row without a launch that counts on a side. That a log has no row of a
 * benchmark does not say that the build lacks it: a run ends when it is interrupted or its
 * budget is over, after any launch. Such a benchmark is not measured, never added, removed or
 * lost.
 */
void one_sided_judge(const struct comparison *comparison, struct row *row);

/*
 * ln(new / old) of two interleaved launches: the median over turns of the ratio of the lower
 * quartiles of a turn of each, of at most so many first turns, as turns follow each other
 * within milliseconds. Old and new exchanged, it only changes its sign. NAN: they did not run
 * side by side, or not in turns.
 */
double turns_change(const struct launch *old, const struct launch *new, size_t most);

#endif
