/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_TALLY_H
#define TESTS_EVAL_SIMULATE_TALLY_H

#include "tests/eval/simulate/judged.h"
#include "tests/eval/simulate/study.h"

/* Counts over the benchmarks of many pairs of logs. */
struct tally {
	size_t logs, benchmarks, real; /* real: really changed */
	size_t significant;            /* p <= 5 % of the benchmark alone */
	size_t two_part;               /* the same by the simpler rule, alone only */
	size_t called;                 /* changed, in whichever direction */
	size_t found;        /* really changed and called so, in the right direction */
	size_t unchanged;    /* called so */
	size_t covered;      /* the 95 % interval holds the truth */
	size_t logs_flagged; /* with at least one false call */
	double false_share;  /* sum over logs: false calls / calls */
};

/*
 * Adds one pair of logs. `threshold`, in ln, is 0 where the program's verdicts count; else the
 * benchmarks of the log have nothing to do with each other, and called is what has p <= 5 %, a
 * change of the threshold or more and no conflict: the verdict of a log with that one alone.
 */
void tally_add(struct tally *tally, const struct judged *judged, const struct truth *truth,
	size_t count, double threshold);

#endif
