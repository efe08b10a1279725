/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_REGRESS_H
#define COMPARE_SHOW_REGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/log/log.h"
#include "compare/show/digest.h"

/* What one unit of a predictor costs, and its 95 % interval; NAN: not in the fit. */
struct show_cost {
	double ns, low_ns, high_ns;
};

/*
 * Least squares of the time of a batch on its iterations and on other predictors, with an
 * intercept: what an iteration costs, and what a batch costs at once (the clock, the call).
 * Over all batches of the launches that count or, in a log without batches, over their samples.
 * The intervals are those of regression_bootstrap() over launches.
 */
struct show_regression {
	size_t rows; /* 0: none, or all with the same iterations: the rest is NAN */
	struct show_cost constant;
	struct show_cost costs[BATCH_VALUES]; /* by enum batch_value; no BATCH_NS */
	double r2, r2_low, r2_high;           /* centred */
	bool failed; /* the predictors are collinear: `notes` says which; no costs */
	char *notes; /* sentences, separated by "; "; owned, may be NULL */
};

#define SHOW_GOOD_R2 0.99 /* below: a warning */

/*
 * place: of the benchmark in its log. Needs DIGEST_SAMPLES; without them there are no rows.
 * predictors: a bit (1 << value) for each enum batch_value beside the iterations.
 */
struct show_regression show_regress(const struct log_benchmark *benchmark,
	const struct digests *digests, size_t place, unsigned predictors);
void show_regression_release(struct show_regression *regression);

/* "iterations|minor_faults|...": in the order of enum batch_value, without the time. */
#define SHOW_PREDICTORS                                                        \
	"iterations|minor_faults|major_faults|voluntary_switches|involuntary_" \
	"switches|allocations"
/* BATCH_VALUES for a word that is none. */
enum batch_value show_predictor(const char *word);

#endif
