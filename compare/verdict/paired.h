/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_PAIRED_H
#define COMPARE_VERDICT_PAIRED_H

#include "compare/verdict/verdict.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Old against new measured side by side in rounds: the rule `paired`. It is the largest of
 * three tests with a Bonferroni factor of 3: a moderated t on ln of the launch medians, the
 * same on the launch minima, and the closed-form swap test of the overall minima; then
 * Benjamini-Hochberg over the suite. docs/STATISTICS.md explains it. Nothing depends on the
 * order of benchmarks, and old <-> new swapped gives the mirrored result.
 */

#define PAIRED_MODERATE_FROM 30 /* benchmarks: fewer do not show the usual variance */
#define PAIRED_ORDER_FROM    10 /* benchmarks: with fewer the order effect is not corrected */

struct paired_options {
	double threshold;   /* smallest change that matters, a ratio minus 1: 0.01 */
	double equivalence; /* 0.02 */
	double fdr;         /* 0.05 */
	bool strict;        /* test |change| <= threshold / 2 instead of no change */
	bool moderation;
};

/* The defaults of the contract. */
struct paired_options paired_options_default(void);

/*
 * One benchmark: a value per round of each build, ns per iteration, owned by the caller. A
 * round with a NaN is left out. Values at or below half a clock step are taken as half a step;
 * with the step unknown a round with a value at or below 0 is left out.
 */
struct paired_input {
	size_t rounds;
	const double *old_min, *new_min;       /* u, v: minima of the launches */
	const double *old_median, *new_median; /* a, b */
	const signed char *order; /* +1 new ran second, -1 first, 0 not known; may be NULL */
	double step_ns;           /* clock step / iterations of a sample; NAN or 0: not known */
	double threshold;         /* of this benchmark; NAN: that of the options */
	bool control;             /* no member of the family of tests */
};

enum paired_part { PAIRED_MEDIAN, PAIRED_LOW, PAIRED_MIN, PAIRED_NONE };
/* "medians", "minima", "overall minima", "". */
const char *paired_part_name(enum paired_part part);

struct paired_result {
	enum verdict verdict; /* regressed, improved, unchanged or inconclusive */
	enum paired_part decided_by;
	const char *note; /* static: "conflict", "too few rounds", or "" */
	size_t rounds;    /* used */
	double ratio;     /* new / old of the part that decides; above 1 is slower */
	/* 95 % interval of the change of the medians; need not hold `ratio`. NaN below two
	 * rounds, like p, q and smallest. */
	double ratio_low, ratio_high;
	double p; /* of this benchmark alone */
	double q; /* adjusted over the suite; a change below the threshold has p = 1 there */
	double smallest; /* smallest change found in 80 %: a ratio minus 1, may be INFINITY */
	double part_p[3], part_ratio[3]; /* by enum paired_part */
	double sd, sd_moderated;         /* of d = ln(new / old) of the medians over rounds */
	double floor;                    /* |ln ratio| below it entered the suite with p = 1 */
};

struct paired_suite {
	size_t compared, rejected; /* with two rounds or more; changes found */
	bool moderated;
	double df0[2], s0_squared[2]; /* of medians and of minima; df0 may be INFINITY */
	double order_effect[2];       /* pi, in ln */
};

/* Fills results[0..n-1] and *suite (may be NULL). */
void paired_compare(const struct paired_input *inputs, size_t n,
	const struct paired_options *options, struct paired_result *results,
	struct paired_suite *suite);

/*
 * p of the swap test of overall minima: under "no change" the two minima of a round may be
 * swapped, so the faster build's best and all its c minima below the other's best fell on its
 * side with probability 2^(1 - c). Equal minima: 1. `slack` (0 usually, in ln) is taken from
 * the faster build first. *rounds_below (may be NULL) gets c. n = 0: NaN.
 */
double swap_minima_p(const double *old_min, const double *new_min, size_t n, double slack,
	size_t *rounds_below);

#endif
