/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/base/memory.h"
#include "compare/verdict/row_side.h"
#include "compare/verdict/unpaired.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What nobody has a fingerprint of is pinned if its file is. */
static bool same_code(const struct compare_options *options, const struct joined *one)
{
	const char *old, *new;

	if (!one->old || !one->new)
		return false;
	if (*one->old->code_fingerprint || *one->new->code_fingerprint)
		return log_same_code(one->old, one->new);
	old = log_suite_meta(options->old_anchor, one->old->suite, "build_id");
	new = log_suite_meta(options->new_anchor, one->new->suite, "build_id");
	return old && new &&*old &&strcmp(old, new) == 0;
}

/*
 * The rows of the table, and behind them those of the pinned build that both sessions measured
 * beside their own: controls that stand in no table, in *anchors, which the caller frees. Only
 * benchmarks whose code is the same in both anchors, by fingerprint or build id.
 */
static struct compared_rows with_anchors(const struct comparison *comparison,
	const struct compared_rows *compared, struct row **anchors)
{
	const struct compare_options *options = &comparison->options;
	struct join_options every = { 0 };
	struct compared_rows all = { .count = compared->count };
	struct join join = { 0 };
	struct err e;

	if (options->old_anchor && options->new_anchor)
		join_logs(&join, options->old_anchor, options->new_anchor, &every, &e);
	all.rows = memory_zeroed(compared->count + join.count, sizeof(struct row *));
	*anchors = memory_zeroed(join.count, sizeof(**anchors));
	for (size_t i = 0; i < compared->count; i++)
		all.rows[i] = compared->rows[i];
	for (size_t i = 0; i < join.count; i++) {
		const struct joined *one = &join.items[i];
		struct row *row = &(*anchors)[i];

		if (!same_code(options, one))
			continue;
		*row = (struct row){ .time = CHANGE_UNKNOWN, .kin = KIN_SAME };
		row_side_fill(&row->old, options->old_anchor, one->old, options->estimator);
		row_side_fill(&row->new, options->new_anchor, one->new, options->estimator);
		if (row_is_compared(row))
			all.rows[all.count++] = row;
	}
	join_release(&join);
	return all;
}

/* Of most rows where logs have one launch of each benchmark. */
static char *too_few_note[] = { "too few launches", NULL };
static struct string_list too_few = { .items = too_few_note, .count = 1 };

static void store_unpaired_result(
	struct row *row, const struct unpaired_result *result, enum estimator estimator)
{
	row->time = result->time;
	row->moved = result->shifted ? MOVED_SHIFTED : MOVED_NOT;
	row->most = result->most;
	row->time.estimate_of = estimator_words(estimator);
	if (isnan(row->time.q) && !row->notes)
		row->notes = &too_few;
	else if (*result->note)
		string_list_add(row_note(row), result->note);
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
			.same_code = row_has_same_code(row),
			.control = row_is_proven(row) };
		values = new + row->new.launches;
	}
}

static int apply_unpaired(
	struct comparison *comparison, const struct compared_rows *compared, struct err *e)
{
	const struct compare_options *asked = &comparison->options;
	AUTO_FREE struct row *anchors = NULL;
	struct compared_rows all = with_anchors(comparison, compared, &anchors);
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
	unpaired_compare(inputs, all.count, asked, results, &suite);
	for (size_t i = 0; i < compared->count; i++)
		store_unpaired_result(compared->rows[i], &results[i], asked->estimator);
	comparison->summary.shift = suite.shift;
	free(all.rows);
	return 0;
}

const struct rule_method method_unpaired = {
	.name = "unpaired",
	.meaning = "launches as two groups",
	.threshold = 0.05,
	.tests = true,
	.apply = apply_unpaired,
};
