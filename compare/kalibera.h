/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_KALIBERA_H
#define COMPARE_KALIBERA_H

#include "compare/interval.h"

#include <stddef.h>

/*
 * Where the variance of an experiment with nested repetition comes from (Kalibera and Jones
 * 2013, "Rigorous benchmarking in reasonable time"). Level 1 is the lowest (samples in a
 * launch), the top one the highest (launches, builds). Index 0 is level 1 throughout.
 */
#define KALIBERA_LEVELS_MAX 8

/*
 * values: all of them, the lowest level running fastest; shape[i]: repetitions at level i + 1,
 * all 1 or more; 1 to KALIBERA_LEVELS_MAX levels. s2[i]: mean variance of the means below, NaN
 * where a level is repeated once; t2[i]: what the level itself adds, may come out below 0.
 */
void kalibera_components(
	const double *values, const size_t *shape, size_t levels, double *s2, double *t2);
/* Mean and its interval by the top level's means; NaN for a single one. */
struct interval kalibera_interval(
	const double *values, const size_t *shape, size_t levels, double level);
/*
 * Repetitions that give the best precision for a time: r[i] for level i + 1 below the top, not
 * rounded; cost[i]: time of one more repetition at level i + 1. NaN where a component is not
 * above 0.
 */
void kalibera_optimal(const double *t2, const double *cost, size_t levels, double *r);

/*
 * Fieller 1954: interval of mean(new) / mean(old) for independent samples, Welch's degrees of
 * freedom. Infinite both ways where the old mean cannot be told from 0; NaN below two values.
 */
struct fieller {
	double ratio, df;
	struct interval interval;
};
struct fieller fieller(
	const double *old_values, size_t n, const double *new_values, size_t m, double level);

#endif
