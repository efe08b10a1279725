/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_WHOLE_H
#define COMPARE_VERDICT_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/verdict/compared.h"

/* What two logs say of the suite as a whole. */

/*
 * No benchmark is slower by more than this, with 95 % confidence: the largest of the rows'
 * upper limits, each of 95 % and one-sided. That needs no correction for many benchmarks,
 * whatever their dependence: only one of them is really the slowest, and the bound fails only
 * if the limit of that one does (an intersection-union test: Berger 1982, "Multiparameter
 * hypothesis testing and acceptance sampling"). The same code counts as 0.
 */
struct worst_case {
	/* A ratio minus 1, 0 or more; NAN: no row has one, or the machine may be what moved. */
	double bound;
	const struct row *row;  /* whose limit it is; NULL: it is 0 */
	size_t judged, without; /* rows with a limit; on both sides, but without one */
};

struct worst_case worst_case_find(const struct comparison *comparison);
/* About how many rounds in all would reach this bound; INFINITY: no number, as a benchmark
 * measures slower by more; NAN: not known. */
double worst_case_rounds(const struct comparison *comparison, double bound);

/*
 * The geometric mean of the ratios of these rows (wanted NULL: of all, and of what the run left
 * out as its code is the same, which has not changed), without those below the clock's
 * resolution. Its interval is of the rule paired alone. Launches of a round share what
 * disturbed them, so only rounds are independent: the variance is the sum over rounds of (sum
 * over benchmarks of what the round adds to the error)^2 (Liang, Zeger 1986, "Longitudinal data
 * analysis using generalized linear models"), with Student's t of the rounds that count less
 * one (Cameron, Miller 2015, "A practitioner's guide to cluster-robust inference"); rounds that
 * few benchmarks have count for less.
 */
struct mean_ratio mean_ratio_of(const struct comparison *comparison,
	bool (*wanted)(const struct row *row, void *ctx), void *ctx);

/* Is the row to be judged and has one launch on a side, or one round? Nothing shows its noise.
 */
bool row_is_single(const struct row *row, bool in_rounds);
/* Once all rows have their verdicts: sets the number of single ones and why, if nothing is
 * decided. Benchmarks that another suite lacks are not lost. */
void undecided_find(struct comparison *comparison);
/* Two plain runs with too few benchmarks to show what the machine did to all of them. */
bool comparison_shows_no_shift(const struct comparison *comparison);
/* Has every row the same code, and has none moved? */
bool comparison_is_quiet(const struct comparison *comparison);

/*
 * What a comparison could have seen. Judged are the rows with launches on both sides that are
 * not proven to have the same code. A change can be seen in a row if it is at least the row's
 * smallest detectable change; none can in a row without one (too few launches, no test).
 */

size_t resolution_judged(const struct comparison *comparison);
/* Judged rows in which a change of that size (a ratio minus 1) can be seen. */
size_t resolution_seen(const struct comparison *comparison, double change);
/* The smallest change that can be seen in that share of the judged rows; INFINITY: none can.
 * NAN without judged rows. */
double resolution_of(const struct comparison *comparison, double share);

/* How many more rounds settle how many of the inconclusive rows; paired only. */
struct resolution_settle {
	size_t inconclusive;
	size_t settled; /* that many of them, at the present noise and change; 0: hardly any */
	size_t more;    /* rounds */
	size_t rounds;  /* in all, of the row that has most now */
};

struct resolution_settle resolution_settle(const struct comparison *comparison);

#endif
