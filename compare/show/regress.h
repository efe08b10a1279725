/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_REGRESS_H
#define COMPARE_SHOW_REGRESS_H

#include <stddef.h>

#include "compare/log/log.h"
#include "compare/show/digest.h"

/*
 * Least squares of the time of a sample (ns per iteration times iterations) on its iterations,
 * with an intercept: the slope is the cost of an iteration, the intercept the cost of the clock
 * and of other constant work. Over the samples of the launches that count, of the first
 * DIGEST_SAMPLES_MAX; more do not change the printed digits. Without samples at
 * two numbers of iterations, rows is 0 and the rest NAN.
 */
struct show_regression {
	size_t rows;
	double slope_ns, slope_low_ns, slope_high_ns; /* 95 % bootstrap interval over rows */
	double intercept_ns;
	double r_squared; /* centred */
};

#define SHOW_GOOD_R_SQUARED 0.99 /* below: a warning */

/* place: of the benchmark in its log. Needs DIGEST_SAMPLES. */
struct show_regression show_regress(
	const struct log_benchmark *benchmark, const struct digests *digests, size_t place);

#endif
