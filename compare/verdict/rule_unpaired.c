/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/base/memory.h"
#include "compare/verdict/row_side.h"
#include "compare/verdict/unpaired.h"

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
 * Rows of the pinned build that both sessions measured beside their own: controls that stand in
 * no table. Only benchmarks whose code is the same in both anchors, by fingerprint or build id.
 * rows[0..count-1] lie in one block, rows[0]; anchor_rows_release() frees them.
 */
static struct compared_rows anchor_rows(const struct comparison *comparison)
{
	const struct compare_options *options = &comparison->options;
	struct join_options all = { 0 };
	struct compared_rows anchors = { 0 };
	struct join join = { 0 };
	struct row *rows;
	struct err e;

	if (!options->old_anchor || !options->new_anchor ||
		join_logs(&join, options->old_anchor, options->new_anchor, &all, &e))
		return anchors;
	rows = memory_zeroed(join.count + 1, sizeof(*rows));
	anchors.rows = memory_zeroed(join.count + 1, sizeof(struct row *));
	anchors.rows[0] = rows;
	for (size_t i = 0; i < join.count; i++) {
		const struct joined *one = &join.items[i];
		struct row *row = &rows[anchors.count];

		if (!same_code(options, one))
			continue;
		*row = (struct row){ .suite = one->suite,
			.name = one->name,
			.time = CHANGE_UNKNOWN,
			.kin = KIN_SAME };
		row_side_fill(&row->old, options->old_anchor, one->old, options->estimator);
		row_side_fill(&row->new, options->new_anchor, one->new, options->estimator);
		if (row->old.launches && row->new.launches)
			anchors.rows[anchors.count++] = row;
	}
	join_release(&join);
	return anchors;
}

static void anchor_rows_release(struct compared_rows *anchors)
{
	if (anchors->rows)
		free(anchors->rows[0]);
	free(anchors->rows);
	*anchors = (struct compared_rows){ 0 };
}

static void store_unpaired_result(
	struct row *row, const struct unpaired_result *result, enum estimator estimator)
{
	row->time = result->time;
	row->moved = result->shifted ? MOVED_SHIFTED : MOVED_NOT;
	row->most = result->most;
	row->time.estimate_of = estimator_words(estimator);
	if (*result->note)
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
	unpaired_compare(inputs, all.count, asked, results, &suite);
	for (size_t i = 0; i < compared->count; i++)
		store_unpaired_result(compared->rows[i], &results[i], asked->estimator);
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
