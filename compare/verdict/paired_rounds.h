/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_PAIRED_ROUNDS_H
#define COMPARE_VERDICT_PAIRED_ROUNDS_H

#include "compare/stats/trimmed.h"
#include "compare/verdict/paired.h"

/* The t tests of the rule: indices as in enum paired_part. */
#define PAIRED_T_PARTS PAIRED_MIN

/* How d is averaged. A trimmed mean leaves out a tenth of the rounds at each end, at least one;
 * below 6 rounds none. */
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
void paired_rounds_share(
	const struct paired_rounds *rounds, enum paired_part part, struct round_share *shares);

#endif
