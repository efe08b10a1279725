/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/base/memory.h"
#include "compare/stats/bootstrap.h"
#include "compare/stats/multiple.h"
#include "compare/stats/quantile.h"
#include "compare/verdict/row_side.h"

#include <math.h>

#define LAUNCHES_MIN 2
/* Half of a 95 % interval has 1.96 standard errors; a power of 80 % takes .84 more. */
#define POWER_SHARE (0.84 / 1.96)

/* The values of a side, sorted; the caller frees them. Times of 0 have no ratio. */
static double *side_of(const struct row_side *from, enum estimator estimator, double step_ns,
	struct bootstrap_side *side)
{
	double *values = memory_zeroed(from->launches, sizeof(*values));

	side->n = row_side_values(from, estimator, values);
	/* What is compared over the launches is of the kind that it is within a launch. */
	side->rank = estimator == ESTIMATOR_MEDIAN ? (side->n + 1) / 2 : 1;
	for (size_t i = 0; i < side->n; i++)
		values[i] = fmax(values[i], step_ns > 0 ? step_ns / 2 : 1e-3);
	quantile_sort(values, side->n);
	side->sorted = values;
	return values;
}

static void test_row(struct row *row, const struct comparison *c, double *reach90)
{
	enum estimator estimator = c->options.estimator;
	struct bootstrap_side old, new;
	double *old_values = side_of(&row->old, estimator, row->old.step_ns, &old);
	double *new_values = side_of(&row->new, estimator, row->new.step_ns, &new);
	struct bootstrap_ratio r = bootstrap_ratio(old, new);
	double half = log(r.ci95.high / r.ci95.low) / 2;

	row->time.verdict = VERDICT_INCONCLUSIVE;
	row->time.ratio = r.ratio;
	row->time.old = old.sorted[old.rank - 1];
	row->time.new = new.sorted[new.rank - 1];
	row->time.estimate_of = estimator_words(estimator);
	*reach90 = INFINITY;
	if (old.n < LAUNCHES_MIN || new.n < LAUNCHES_MIN) {
		string_list_addf(row_note(row), "too few launches");
	} else {
		row->time.low = r.ci95.low;
		row->time.high = r.ci95.high;
		row->time.p = r.p;
		row->time.smallest =
			expm1(fmax(half, log1p(row->time.threshold)) + POWER_SHARE * half);
		row->most = r.ci90.high;
		*reach90 = fmax(fabs(log(r.ci90.low)), fabs(log(r.ci90.high)));
	}
	free(old_values);
	free(new_values);
}

static void decide_row(struct row *row, const struct compare_options *options, double reach90)
{
	if (row->time.q <= options->fdr)
		row->time.verdict = row->time.ratio > 1 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	else if (reach90 < log1p(options->equivalence))
		row->time.verdict = VERDICT_UNCHANGED;
}

static int apply_bootstrap(
	struct comparison *comparison, const struct compared_rows *compared, struct err *e)
{
	AUTO_FREE double *p = memory_zeroed(compared->count, sizeof(*p));
	AUTO_FREE double *reach90 = memory_zeroed(compared->count, sizeof(*reach90));
	AUTO_FREE bool *apart = memory_zeroed(compared->count, sizeof(*apart));

	(void)e;
	for (size_t i = 0; i < compared->count; i++) {
		struct row *row = compared->rows[i];

		test_row(row, comparison, &reach90[i]);
		apart[i] = row_is_proven(row);
		p[i] = fabs(log(row->time.ratio)) < log1p(row->time.threshold) &&
				       !isnan(row->time.p)
			       ? 1
			       : row->time.p;
	}
	adjust_bh_apart(p, apart, p, compared->count);
	for (size_t i = 0; i < compared->count; i++) {
		compared->rows[i]->time.q = p[i];
		decide_row(compared->rows[i], &comparison->options, reach90[i]);
	}
	return 0;
}

const struct rule_method method_bootstrap = {
	.name = "bootstrap",
	.meaning = "launches drawn again",
	.threshold = 0.05,
	.tests = true,
	.apply = apply_bootstrap,
};
