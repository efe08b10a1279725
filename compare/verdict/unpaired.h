/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_UNPAIRED_H
#define COMPARE_VERDICT_UNPAIRED_H

#include "compare/verdict/verdict.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Old against new from two sessions: the rule `unpaired`. A two-sample t on ln of the launch
 * minima with moderated variance, then Benjamini-Hochberg. It cannot distinguish a change from
 * a shift between the sessions; so the suite's median shift is given too.
 */

#define UNPAIRED_MODERATE_FROM  30   /* benchmarks */
#define UNPAIRED_OWN_NULL_BELOW 0.05 /* thresholds below it: the suite's spread is the null */

struct unpaired_options {
	double threshold;   /* a ratio minus 1: 0.05 */
	double equivalence; /* 0.02 */
	double fdr;         /* 0.05 */
	bool moderation;
};

struct unpaired_options unpaired_options_default(void);

/* One benchmark: one value a launch, ns per iteration, owned by the caller. NaNs are left out,
 * as are values at or below 0 where the clock step is not known. */
struct unpaired_input {
	size_t old_count, new_count;
	const double *old_min, *new_min;
	double old_step_ns,
		new_step_ns; /* clock step / iterations of a sample; NAN: not known */
	double threshold;    /* of this benchmark; NAN: that of the options */
	bool control;        /* no member of the family of tests */
};

struct unpaired_result {
	enum verdict verdict;
	const char *note;            /* static: "too few launches" or "" */
	size_t old_count, new_count; /* used */
	double ratio; /* exp of the difference of the means of ln; above 1 is slower */
	double ratio_low, ratio_high; /* 95 %; NaN where not tested, like p, q and smallest */
	double p, q;
	double smallest; /* smallest change found in 80 %: a ratio minus 1, may be INFINITY */
	double sd, sd_moderated;
};

struct unpaired_suite {
	size_t compared;         /* with a variance: three launches together or more */
	size_t tested, rejected; /* of those that are no controls */
	bool moderated;
	double df0, s0_squared;
	double shift;      /* median of `ratio` over the suite; NaN for none */
	double null_scale; /* divisor of z below that threshold; 1 or more */
};

/* Fills results[0..n-1] and *suite (may be NULL). */
void unpaired_compare(const struct unpaired_input *inputs, size_t n,
	const struct unpaired_options *options, struct unpaired_result *results,
	struct unpaired_suite *suite);

#endif
