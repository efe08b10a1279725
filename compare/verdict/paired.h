/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_PAIRED_H
#define COMPARE_VERDICT_PAIRED_H

#include "compare/verdict/compared.h"
#include "compare/verdict/paired_rounds.h"

/*
 * Old against new measured side by side in rounds: the rule `paired`. A moderated trimmed t
 * test of ln(new / old) over the rounds: by turns, unless these are far noisier than the lower
 * quartiles of the launches or their minima; never of the one with the smallest p. Beside it
 * the closed-form swap test of the best launches; then Benjamini-Hochberg over the suite.
 * docs/STATISTICS.md explains it. Nothing depends on the order of benchmarks, and old <-> new
 * swapped gives the mirrored result.
 */

#define PAIRED_MODERATE_FROM 30 /* benchmarks: fewer do not show the usual variance */

#define PAIRED_TRIM_FROM     10 /* rounds: with fewer a call wants the plain mean as well */

/* p = min(1, 10/9 p of the t test, 10 p of the swap test): the weights of a Bonferroni
 * correction sum to 1. */
#define PAIRED_T_FACTOR    (10.0 / 9)
#define PAIRED_SWAP_FACTOR 10.0
/* The ways of measuring differ by more than noise where code changed, so a run should not
 * choose among them anew: turns, unless their noise is more than so many times the least. */
#define PAIRED_TURNS_NOISE 3.0

/* "lower quartiles", "minima", "ratios of turns", "best launches", "" (no part). */
const char *paired_part_name(enum paired_part part);

/* All estimates of a result are those of the part `shown`. */
struct paired_result {
	/* regressed, improved, unchanged or inconclusive. The interval holds 1 if the suite's
	 * tests do not reject "no change" (q); without two rounds it is NaN, like p, q and
	 * smallest. p: of this benchmark alone. q: a change below the threshold has p = 1 in
	 * the suite. */
	struct metric_change time;
	struct paired_detail paired; /* but half_90 and influences */
	/* The best launches where the swap test made the call; PAIRED_PARTS: none. */
	enum paired_part shown;
	const char *note; /* static: "conflict", "too few rounds", or "" */
	struct interval ratio_90;
	double most; /* upper limit of the ratio, 95 %, one-sided */
	/* Uncorrected; NaN: not known. */
	double part_p[PAIRED_PARTS], part_ratio[PAIRED_PARTS];
	double floor; /* |ln ratio| below it entered the suite with p = 1 */
};

struct paired_suite {
	size_t compared, rejected; /* with two rounds or more; changes found */
	bool moderated;
	double df0[PAIRED_MIN], s0_squared[PAIRED_MIN]; /* by part; df0 may be INFINITY */
	double order_effect[PAIRED_MIN];                /* pi, in ln */
};

/* Fills results[0..n-1] and *suite (may be NULL). options: thresholds, strict and moderation.
 */
void paired_compare(const struct paired_input *inputs, size_t n,
	const struct compare_options *options, struct paired_result *results,
	struct paired_suite *suite);

#endif
