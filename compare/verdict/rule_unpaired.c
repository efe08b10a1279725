/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/base/memory.h"
#include "compare/verdict/anchor_rows.h"
#include "compare/verdict/row_side.h"
#include "compare/verdict/unpaired.h"

#include <stdlib.h>

static void take_unpaired_result(
	struct row *row, const struct unpaired_result *result, enum estimator estimator)
{
	row->time.verdict = result->verdict;
	row->shifted = result->shifted;
	row->time.ratio = result->ratio;
	row->time.low = result->ratio_low;
	row->time.high = result->ratio_high;
	row->time.p = result->p;
	row->time.q = result->q;
	row->time.smallest = result->smallest;
	row->time.old = result->old_ns;
	row->time.new = result->new_ns;
	row->time.estimate_of = estimator == ESTIMATOR_MEDIAN     ? "medians"
				: estimator == ESTIMATOR_QUARTILE ? "lower quartiles"
								  : "minima";
	if (*result->note)
		string_list_add(&row->notes, result->note);
}

static void fill_inputs(const struct comparison *comparison,
	const struct compared_rows *compared, struct unpaired_input *inputs, double *values)
{
	enum estimator estimator = comparison->options.estimator;

	for (size_t i = 0; i < compared->count; i++) {
		struct row *row = compared->rows[i];
		double *old = values, *new = old + row->old.launches;

		inputs[i] = (struct unpaired_input){ .old_min = old,
			.new_min = new,
			.old_count = row_side_values(&row->old, estimator, old),
			.new_count = row_side_values(&row->new, estimator, new),
			.old_step_ns = row->old.step_ns,
			.new_step_ns = row->new.step_ns,
			.threshold = row->time.threshold,
			.same_code = row->same_code,
			.control = row->proven };
		values = new + row->new.launches;
	}
}

/* The rows of the table, and behind them those of the anchors. */
static struct compared_rows with_anchors(
	const struct compared_rows *compared, const struct compared_rows *anchors)
{
	struct compared_rows all = { .count = compared->count + anchors->count };

	all.rows = memory_zeroed(all.count, sizeof(struct row *));
	for (size_t i = 0; i < all.count; i++)
		all.rows[i] = i < compared->count ? compared->rows[i]
						  : anchors->rows[i - compared->count];
	return all;
}

static int apply_unpaired(
	struct comparison *comparison, const struct compared_rows *compared, struct err *e)
{
	const struct compare_options *asked = &comparison->options;
	struct unpaired_options options = { .threshold = asked->threshold,
		.equivalence = asked->equivalence,
		.fdr = asked->fdr,
		.moderation = !asked->no_moderation };
	struct compared_rows anchors = anchor_rows(comparison);
	struct compared_rows all = with_anchors(compared, &anchors);
	AUTO_FREE struct unpaired_input *inputs = memory_zeroed(all.count, sizeof(*inputs));
	AUTO_FREE struct unpaired_result *results = memory_zeroed(all.count, sizeof(*results));
	struct unpaired_suite suite;
	size_t launches = 0;
	AUTO_FREE double *values = NULL;

	(void)e;
	for (size_t i = 0; i < all.count; i++)
		launches += all.rows[i]->old.launches + all.rows[i]->new.launches;
	values = memory_zeroed(launches, sizeof(*values));
	fill_inputs(comparison, &all, inputs, values);
	for (size_t i = compared->count; i < all.count; i++)
		inputs[i].anchor = true;
	unpaired_compare(inputs, all.count, &options, results, &suite);
	for (size_t i = 0; i < compared->count; i++)
		take_unpaired_result(compared->rows[i], &results[i], asked->estimator);
	comparison->summary.shift = suite.shift;
	free(all.rows);
	anchor_rows_release(&anchors);
	return 0;
}

const struct rule_method method_unpaired = {
	.name = "unpaired",
	.meaning = "launches as two groups",
	.threshold = 0.05,
	.tests = true,
	.apply = apply_unpaired,
};
