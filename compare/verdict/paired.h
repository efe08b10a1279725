/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_PAIRED_H
#define COMPARE_VERDICT_PAIRED_H

#include "compare/stats/summary.h"
#include "compare/verdict/paired_rounds.h"
#include "compare/verdict/verdict.h"

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

struct paired_options {
	double threshold;   /* smallest change that matters, a ratio minus 1: 0.01 */
	double equivalence; /* 0.02; two one-sided tests (Schuirmann 1987) */
	double fdr;         /* 0.05 */
	bool strict;        /* test |change| <= threshold / 2 instead of no change */
	bool moderation;
};

/* "lower quartiles", "minima", "ratios of turns", "best launches", "" (no part). */
const char *paired_part_name(enum paired_part part);

/* All estimates of a result are those of the part `shown`. */
struct paired_result {
	enum verdict verdict; /* regressed, improved, unchanged or inconclusive */
	/* The best launches where the swap test made the call; PAIRED_PARTS: none. */
	enum paired_part shown;
	bool conflict;         /* two parts say the opposite of each other */
	const char *note;      /* static: "conflict", "too few rounds", or "" */
	size_t rounds;         /* used */
	double old_ns, new_ns; /* their ratio is `ratio`; NaN without a round */
	double ratio;          /* new / old; above 1 is slower */
	/* Of the ratio, which lies inside. NaN below two rounds, like p, q and smallest. That
	 * of 95 % holds 1 if the suite's tests do not reject "no change" (q). */
	struct interval ratio_95, ratio_90;
	/* Half width of the 95 % interval, in ln, by which a run decides on more rounds: it
	 * knows no sign and no p. Below PAIRED_TRIM_FROM rounds at least that of all rounds. */
	double width;
	double most;    /* upper limit of the ratio, 95 %, one-sided */
	double first_p; /* p, without what few rounds ask for besides: for more rounds */
	double p;       /* of this benchmark alone */
	double q; /* adjusted over the suite; a change below the threshold has p = 1 there */
	double smallest; /* smallest change found in 80 %: a ratio minus 1, may be INFINITY */
	/* Uncorrected; NaN: not known. */
	double part_p[PAIRED_PARTS], part_ratio[PAIRED_PARTS];
	double sd, sd_moderated; /* of ln(new / old) between rounds */
	double floor;            /* |ln ratio| below it entered the suite with p = 1 */
};

struct paired_suite {
	size_t compared, rejected; /* with two rounds or more; changes found */
	bool moderated;
	double df0[PAIRED_MIN], s0_squared[PAIRED_MIN]; /* by part; df0 may be INFINITY */
	double order_effect[PAIRED_MIN];                /* pi, in ln */
};

/* Fills results[0..n-1] and *suite (may be NULL). */
void paired_compare(const struct paired_input *inputs, size_t n,
	const struct paired_options *options, struct paired_result *results,
	struct paired_suite *suite);

#endif
