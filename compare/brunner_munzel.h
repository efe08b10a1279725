/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BRUNNER_MUNZEL_H
#define COMPARE_BRUNNER_MUNZEL_H

#include "compare/interval.h"

#include <stddef.h>

/*
 * Brunner and Munzel 2000: does a value of the second sample tend to be larger than one of the
 * first, without equal variances? t approximation: from about 10 values a side. Samples that do
 * not overlap have no variance; they get the smallest p of the exact rank test and an interval
 * of NaN. Fewer than two values a side: all NaN.
 */
struct brunner_munzel {
	double w, df, p;
	double effect; /* P(first < second) + P(equal) / 2; 0.5 is no difference */
	double error;  /* standard error of effect */
	struct interval interval;
};

struct brunner_munzel brunner_munzel(
	const double *first, size_t n, const double *second, size_t m, double level);

#endif
