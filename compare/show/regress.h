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

/* What the time of a sample may depend on. */
enum predictor {
	PREDICTOR_ITERATIONS,
	PREDICTOR_MINOR_FAULTS,
	PREDICTOR_MAJOR_FAULTS,
	PREDICTOR_VOLUNTARY_SWITCHES,
	PREDICTOR_INVOLUNTARY_SWITCHES,
	PREDICTOR_ALLOCATIONS,
	PREDICTORS
};

/*
 * Least squares of the time of a sample on its iterations and on other predictors, with an
 * intercept: what an iteration costs, and what a sample costs at once (the clock, the call).
 * Over all samples of the launches that count; the other predictors are means of their launch.
 * The intervals are those of regression_bootstrap() over rounds: a round has launches of each
 * number of iterations.
 */
struct show_regression {
	size_t rows; /* 0: none, or all with the same iterations: the rest is NAN */
	struct show_cost constant;
	struct show_cost costs[PREDICTORS];
	double r2, r2_low, r2_high; /* centred */
	bool failed; /* the predictors are collinear: `notes` says which; no costs */
	char *notes; /* sentences, separated by "; "; owned, may be NULL */
};

#define SHOW_GOOD_R2 0.99 /* below: a warning */

/*
 * place: of the benchmark in the log. Needs digests with everything; without there are no rows.
 * predictors: a bit (1 << predictor) for each beside the iterations.
 */
struct show_regression show_regress(const struct log *log, const struct digests *digests,
	size_t place, unsigned predictors);
void show_regression_release(struct show_regression *regression);

/* In the order of enum predictor. */
#define SHOW_PREDICTORS                                                        \
	"iterations|minor_faults|major_faults|voluntary_switches|involuntary_" \
	"switches|allocations"
/* PREDICTORS for a word that is none. */
enum predictor show_predictor(const char *word);

#endif
