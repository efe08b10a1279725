/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_COUNTED_H
#define COMPARE_VERDICT_COUNTED_H

#include "compare/verdict/compared.h"

/* Two launches that count the same show that a third one would. */
#define COUNTED_LAUNCHES 2

/* The values that the launches of both sides counted of one metric of one benchmark. */
struct counted_sides {
	double *old, *new; /* in any order; sorted by counted_compare() */
	size_t old_count, new_count;
};

/*
 * The rule for counted values, as benchstat's assume=exact. Where all launches of a side count
 * the same, on both sides, the two values are compared exactly: no test. Else Welch's test on
 * their logarithms. Sets everything but q, and the verdict of exact values alone. A change
 * matters from change->threshold (a fraction of the smaller side) and `least` on.
 */
void counted_compare(
	struct metric_change *change, const struct counted_sides *sides, double least);

/* Sets q and the verdicts of those that were tested: one family per metric. changes[i * step]
 * for i < n. */
void counted_judge(struct metric_change *changes, size_t n, size_t step, double fdr);

/* Fills comparison->metrics: those of the table, and the counters of either log. Returns -1
 * with *e set if --fail-on names one that is not there. */
int metrics_find(struct comparison *comparison, struct err *e);
/* Compares the counted values of all rows that have launches on both sides, which stand in the
 * order of names, and the executables of their suites. */
void metrics_compare(struct comparison *comparison);
void metrics_release(struct comparison *comparison);

#endif
