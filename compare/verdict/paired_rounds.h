/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_PAIRED_ROUNDS_H
#define COMPARE_VERDICT_PAIRED_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/stats/summary.h"

#define PAIRED_ORDER_FROM 10 /* benchmarks: with fewer the order effect is not corrected */

/* What a round adds to the error of ln ratio: paired_rounds_influence(). */
struct round_influence {
	uint64_t round; /* the same in all benchmarks */
	double influence;
};

/*
 * One benchmark: a value per round of each build, ns per iteration, owned by the caller. A
 * round with a NaN is left out. Values at or below half a clock step are taken as half a step;
 * with the step unknown a round with a value at or below 0 is left out.
 */
struct paired_input {
	size_t rounds;
	const double *old_min, *new_min;           /* u, v: minima of the launches */
	const double *old_quartile, *new_quartile; /* a, b: lower quartiles */
	/* ln(new / old) by turns (turns_change()); NULL: not known in every round */
	const double *turns;
	const signed char *order; /* +1 new ran second, -1 first, 0 not known; may be NULL */
	double step_ns;           /* clock step / iterations of a sample; NAN or 0: not known */
	double threshold;         /* of this benchmark; NAN: that of the options */
	bool control;             /* no member of the family of tests */
	/* Of an earlier test that selected this one, in ln: another sign is no change. 0: none.
	 */
	double earlier;
	/* May be NULL. `round` of each; those of result.rounds that were used are set, and
	 * stand first. */
	struct round_influence *influences;
};

enum paired_part { PAIRED_QUARTILE, PAIRED_LOW, PAIRED_TURNS, PAIRED_MIN, PAIRED_PARTS };

/* The t tests of the rule: indices as in enum paired_part. */
#define PAIRED_T_PARTS PAIRED_MIN

/* How d is averaged. A trimmed mean leaves out a fifth of the rounds at each end; below 12
 * rounds one, below 6 none. */
enum paired_mean { PAIRED_TRIMMED, PAIRED_PLAIN, PAIRED_MEANS };

/* d = ln(new / old) over rounds, order effect taken out. */
struct paired_part_data {
	double *d;
	double *level; /* (ln old + ln new) / 2 */
	/* d over the rounds, trimmed and not; s2 is 0 where they are equal */
	struct trimmed over[PAIRED_MEANS];
	double middle; /* the median level */
	bool equal;    /* all d were the same before the correction */
	bool known;    /* else all of this is 0 */
};

/* The rounds of one benchmark that can be used. */
struct paired_rounds {
	size_t n;
	double *old_min, *new_min;
	signed char *order;
	size_t *at; /* its place among the rounds of the input */
	struct paired_part_data part[PAIRED_T_PARTS];
	double least; /* smallest value of both builds, ns; NaN for n = 0 */
};

/* How many of n rounds a trimmed mean leaves out at each end. */
size_t paired_trimmed(size_t n);

/* Takes the usable rounds of an input; release with paired_rounds_release(). */
struct paired_rounds paired_rounds_of(const struct paired_input *input);
void paired_rounds_release(struct paired_rounds *rounds);

/* The suite's effect of running second, in ln: the median of half the difference of mean d
 * between the two orders. 0 if fewer than PAIRED_ORDER_FROM benchmarks have both orders. */
double paired_order_effect(const struct paired_rounds *rounds, size_t n, enum paired_part part);
/* Takes the effect out of d, then sets the rest of the part. */
void paired_rounds_finish(struct paired_rounds *rounds, enum paired_part part, double effect);
/* Sets the shares of an input: winsorised distances from their mean, scaled such that the
 * squares sum to the squared error of the trimmed mean. */
void paired_rounds_influence(const struct paired_rounds *rounds, enum paired_part part,
	struct round_influence *influences);

#endif
