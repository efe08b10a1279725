/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/verdict/nodes.h"
#include "compare/verdict/paired.h"
#include "compare/verdict/row_side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A launch of each build in the same round. */
struct launch_pair {
	const struct launch *old, *new;
};

/* All rounds of all rows of one stage; inputs point into the arrays. */
struct stage {
	struct comparison *comparison;
	unsigned number; /* 0: any */
	struct paired_input *inputs;
	struct paired_result *results;
	struct row **rows;
	size_t count, rounds; /* rows and their rounds so far */
	double *values;
	signed char *order;
	struct round_influence *influences;
};

static int by_round(const void *a, const void *b)
{
	const struct launch *x = *(const struct launch *const *)a;
	const struct launch *y = *(const struct launch *const *)b;
	int order = launch_compare_rounds(x, y);

	if (order)
		return order;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* The usable launches of the stage in the order of rounds. Returns their number. */
static size_t sort_launches(
	const struct log_benchmark *benchmark, unsigned stage, const struct launch **sorted)
{
	size_t n = 0, is_sorted = 1;

	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (!launch_is_usable(launch) || (stage && launch->stage != stage))
			continue;
		if (n && by_round(&sorted[n - 1], &launch) > 0)
			is_sorted = 0;
		sorted[n++] = launch;
	}
	if (!is_sorted)
		qsort(sorted, n, sizeof(struct launch *), by_round);
	return n;
}

/* The launch of that attempt at the round of `like`, whether it counts or not; NULL: none. */
static const struct launch *find_attempt(
	const struct log_benchmark *benchmark, const struct launch *like, unsigned attempt)
{
	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (!launch_compare_rounds(launch, like) && launch->attempt == attempt &&
			launch->status == OUTCOME_OK && isfinite(launch->time.min))
			return launch;
	}
	return NULL;
}

/*
 * Each log chose its own attempt at the round. If these differ, the two launches did not run
 * side by side. Takes the last attempt that both have, an undisturbed one if there is one.
 */
static struct launch_pair side_by_side(const struct row *row, struct launch_pair pair)
{
	unsigned last =
		pair.old->attempt > pair.new->attempt ? pair.old->attempt : pair.new->attempt;
	struct launch_pair best = pair;

	if (pair.old->attempt == pair.new->attempt)
		return pair;
	for (unsigned attempt = 1; attempt <= last; attempt++) {
		struct launch_pair p = { find_attempt(row->old.benchmark, pair.old, attempt),
			find_attempt(row->new.benchmark, pair.new, attempt) };

		if (!p.old || !p.new)
			continue;
		if (best.old->attempt != best.new->attempt || best.old->disturbed ||
			best.new->disturbed || (!p.old->disturbed && !p.new->disturbed))
			best = p;
	}
	return best;
}

/* Fills pairs with the rounds that both sides have. Returns their number. */
static size_t find_pairs(const struct row *row, unsigned stage, struct launch_pair *pairs)
{
	AUTO_FREE const struct launch **old =
		memory_array(row->old.launches, sizeof(struct launch *));
	AUTO_FREE const struct launch **new =
		memory_array(row->new.launches, sizeof(struct launch *));
	size_t old_count = sort_launches(row->old.benchmark, stage, old);
	size_t new_count = sort_launches(row->new.benchmark, stage, new), i = 0, j = 0, n = 0;

	while (i < old_count && j < new_count) {
		int order = launch_compare_rounds(old[i], new[j]);

		if (order == 0)
			pairs[n++] = side_by_side(row, (struct launch_pair){ old[i], new[j] });
		i += order <= 0;
		j += order >= 0;
	}
	return n;
}

/* Positions count from 1 within the slot; 0 is "not known". */
static signed char order_of(const struct launch_pair *pair)
{
	if (!pair->old->position || !pair->new->position ||
		pair->old->position == pair->new->position)
		return 0;
	return pair->new->position > pair->old->position ? 1 : -1;
}

/* --estimator: all parts use this value. */
static enum estimator pick_estimator(enum estimator asked, enum estimator otherwise)
{
	return asked == ESTIMATOR_RULE ? otherwise : asked;
}

enum value { OLD_MIN, NEW_MIN, OLD_QUARTILE, NEW_QUARTILE, TURNS, VALUES };

/* With replicas each node is one observation. Returns the number of nodes. */
static size_t reduce_to_nodes(
	const struct launch_pair *pairs, size_t rounds, double *const *values, bool turns_known)
{
	AUTO_FREE const char **nodes = memory_array(rounds, sizeof(*nodes));
	double *turns = values[TURNS];
	size_t count;

	for (size_t i = 0; i < rounds; i++) {
		nodes[i] = pairs[i].old->node;
		turns[i] = exp(turns[i]);
	}
	count = paired_nodes_reduce(nodes, rounds, values, turns_known ? VALUES : TURNS);
	for (size_t i = 0; i < count; i++)
		turns[i] = log(turns[i]);
	return count;
}

/* Of the changes so far and another one: the smaller; 0 where they differ in direction. */
static double nearer(double least, double change)
{
	if (least == INFINITY)
		return change;
	if (!(least * change > 0))
		return 0;
	return fabs(change) < fabs(least) ? change : least;
}

static void add_input(
	struct stage *stage, struct row *row, const struct launch_pair *pairs, size_t rounds)
{
	const struct comparison *comparison = stage->comparison;
	enum estimator asked = comparison->options.estimator;
	enum estimator low = pick_estimator(asked, ESTIMATOR_MIN);
	enum estimator middle = pick_estimator(asked, ESTIMATOR_QUARTILE);
	signed char *order = stage->order + stage->rounds;
	struct round_influence *influences = stage->influences + stage->rounds;
	double *v[VALUES], least = INFINITY;
	bool turns_known = asked == ESTIMATOR_RULE;
	size_t used = rounds;

	for (size_t k = 0; k < VALUES; k++)
		v[k] = stage->values + VALUES * stage->rounds + k * rounds;
	for (size_t i = 0; i < rounds; i++) {
		v[OLD_MIN][i] = launch_value(pairs[i].old, low);
		v[NEW_MIN][i] = launch_value(pairs[i].new, low);
		v[OLD_QUARTILE][i] = launch_value(pairs[i].old, middle);
		v[NEW_QUARTILE][i] = launch_value(pairs[i].new, middle);
		v[TURNS][i] = turns_change(pairs[i].old, pairs[i].new, SIZE_MAX);
		turns_known = turns_known && !isnan(v[TURNS][i]);
		least = nearer(least, log(v[NEW_QUARTILE][i] / v[OLD_QUARTILE][i]));
		order[i] = comparison->replicas ? 0 : order_of(&pairs[i]);
		influences[i].round = (uint64_t)pairs[i].old->stage << 32 | pairs[i].old->round;
	}
	if (comparison->replicas)
		used = reduce_to_nodes(pairs, rounds, v, turns_known);
	row->least_change = least;
	stage->inputs[stage->count] = (struct paired_input){ .rounds = used,
		.old_min = v[OLD_MIN],
		.new_min = v[NEW_MIN],
		.old_quartile = v[OLD_QUARTILE],
		.new_quartile = v[NEW_QUARTILE],
		.turns = turns_known ? v[TURNS] : NULL,
		.order = order,
		.influences = comparison->replicas ? NULL : influences,
		.threshold = row->time.threshold,
		.control = row_is_proven(row),
		.step_ns = fmax(row->old.step_ns, row->new.step_ns) };
	stage->rounds += rounds;
	stage->rows[stage->count++] = row;
}

static struct stage gather_stage(
	struct comparison *comparison, const struct compared_rows *compared, unsigned number)
{
	struct stage stage = { .comparison = comparison, .number = number };
	size_t launches = 0;

	for (size_t i = 0; i < compared->count; i++)
		launches += compared->rows[i]->old.launches;
	stage.inputs = memory_zeroed(compared->count, sizeof(*stage.inputs));
	stage.results = memory_zeroed(compared->count, sizeof(*stage.results));
	stage.rows = memory_zeroed(compared->count, sizeof(struct row *));
	stage.values = memory_zeroed(VALUES * launches, sizeof(double));
	stage.order = memory_zeroed(launches, 1);
	stage.influences = memory_zeroed(launches, sizeof(*stage.influences));
	for (size_t i = 0; i < compared->count; i++) {
		struct row *row = compared->rows[i];
		AUTO_FREE struct launch_pair *pairs =
			memory_array(row->old.launches, sizeof(*pairs));
		size_t rounds = find_pairs(row, number, pairs);

		if (rounds)
			add_input(&stage, row, pairs, rounds);
	}
	return stage;
}

static void stage_release(struct stage *stage)
{
	free(stage->inputs);
	free(stage->results);
	free(stage->rows);
	free(stage->values);
	free(stage->order);
}

/* A small change that is certain; the interval that decided, where that of the table looks as
 * if it said otherwise. */
static void note_unchanged(
	struct row *row, const struct paired_result *result, double equivalence)
{
	double limit = 1 + equivalence;
	char text[FORMAT_SIZE];

	if (row->time.verdict != VERDICT_UNCHANGED)
		return;
	if (row->time.low > 1 || row->time.high < 1)
		string_list_addf(row_note(row), "%s by %s, below the threshold",
			row->time.low > 1 ? "slower" : "faster",
			format_percent(text, fabs(row->time.ratio - 1)));
	if ((row->time.low > 1 / limit && row->time.high < limit))
		return;
	string_list_addf(row_note(row), "90 %% interval %s",
		format_interval(text, result->ratio_90.low, result->ratio_90.high));
}

static void store_paired_result(const struct stage *stage, size_t i)
{
	const struct paired_result *result = &stage->results[i];
	struct row *row = stage->rows[i];

	row->time = result->time;
	row->paired = result->paired;
	row->paired.half_90 = log(result->ratio_90.high / result->ratio_90.low) / 2;
	row->paired.influences = result->paired.rounds > 1 ? stage->inputs[i].influences : NULL;
	row->most = result->most;
	if (*result->note)
		string_list_add(row_note(row), result->note);
	if (result->shown == PAIRED_MIN)
		string_list_addf(row_note(row), "by the %s", row->time.estimate_of);
	note_unchanged(row, result, stage->comparison->options.equivalence);
}

/*
 * The first stage of a smoke run only selects the suspects. A suspect without a second stage
 * (the run was interrupted) is never reported as changed.
 */
static void acquit_suspect(struct row *row)
{
	row->time.verdict = VERDICT_INCONCLUSIVE;
	row_forget_notes(row);
	row->time.smallest = NAN;
	string_list_addf(row_note(row), "not tested again");
}

static void run_stage(struct stage *stage)
{
	struct compare_options options = stage->comparison->options;

	options.no_moderation |= stage->number == 2;
	paired_compare(stage->inputs, stage->count, &options, stage->results, NULL);
	for (size_t i = 0; i < stage->count; i++) {
		struct row *row = stage->rows[i];

		store_paired_result(stage, i);
		/* The same code has no second stage, and is judged apart. */
		if (stage->number == 1 && !row_is_proven(row) &&
			row->time.verdict <= VERDICT_IMPROVED)
			acquit_suspect(row);
	}
}

static bool has_stages(const struct compared_rows *compared)
{
	for (size_t i = 0; i < compared->count; i++) {
		const struct log_benchmark *old = compared->rows[i]->old.benchmark;

		for (size_t k = 0; k < old->launch_count; k++)
			if (old->launches[k].stage)
				return true;
	}
	return false;
}

static void mark_unpaired(const struct compared_rows *compared)
{
	for (size_t i = 0; i < compared->count; i++) {
		struct row *row = compared->rows[i];

		if (!isnan(row->time.p) || row->notes || !isnan(row->time.ratio))
			continue;
		row->time.verdict = VERDICT_INCONCLUSIVE;
		string_list_addf(row_note(row), "no round with both builds");
	}
}

static int nothing_paired(const struct comparison *comparison, struct err *e)
{
	return bd_err(e,
		"%s and %s have no round in which both builds were measured; use --rule "
		"unpaired",
		comparison->old->path, comparison->new->path);
}

static int apply_paired(
	struct comparison *comparison, const struct compared_rows *compared, struct err *e)
{
	AUTO(stage_release) struct stage first = { 0 };
	AUTO(stage_release) struct stage second = { 0 };
	bool two = comparison->two_stages = has_stages(compared);

	comparison->replicas =
		paired_nodes_count((const struct row *const *)compared->rows, compared->count);
	first = gather_stage(comparison, compared, two ? 1 : 0);
	if (two)
		second = gather_stage(comparison, compared, 2);
	comparison->influences[0] = first.influences;
	comparison->influences[1] = second.influences;
	if (compared->count && !first.count && !second.count)
		return nothing_paired(comparison, e);
	run_stage(&first);
	for (size_t i = 0; i < second.count; i++) {
		double ratio = second.rows[i]->time.ratio;

		second.inputs[i].earlier = ratio > 0 ? log(ratio) : 0;
		row_forget_notes(second.rows[i]);
	}
	if (second.count)
		run_stage(&second);
	mark_unpaired(compared);
	return 0;
}

const struct rule_method method_paired = {
	.name = "paired",
	.meaning = "launches side by side in rounds",
	.threshold = 0.01,
	.tests = true,
	.apply = apply_paired,
};
