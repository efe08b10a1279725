/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/comparison.h"

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/verdict/caveats.h"
#include "compare/verdict/comparison_sort.h"
#include "compare/verdict/counted.h"
#include "compare/verdict/outliers.h"
#include "compare/verdict/redefined.h"
#include "compare/verdict/row_side.h"
#include "compare/verdict/rules.h"
#include "compare/verdict/unpaired.h"
#include "compare/verdict/whole.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double threshold_of(const struct compare_options *options, const struct row *row)
{
	for (size_t i = 0; i < options->thresholds.count; i++)
		if (glob_names(options->thresholds.items[i].of, row->suite, row->name))
			return options->thresholds.items[i].threshold;
	return options->threshold;
}

static void init_row(struct row *row, const struct comparison *comparison,
	const struct joined *joined, enum estimator estimator)
{
	*row = (struct row){ .suite = joined->suite,
		.name = joined->name,
		.time = CHANGE_UNKNOWN,
		.most = NAN,
		.paired = PAIRED_UNKNOWN };
	row->time.old = row_side_fill(&row->old, comparison->old, joined->old, estimator);
	row->time.new = row_side_fill(&row->new, comparison->new, joined->new, estimator);
}

static const char *outcome_words(enum outcome outcome)
{
	static const char *const words[OUTCOME_COUNT] = {
		[OUTCOME_OK] = "no launch",
		[OUTCOME_EXIT] = "exits with an error",
		[OUTCOME_SIGNAL] = "crashes",
		[OUTCOME_TIMEOUT] = "times out",
		[OUTCOME_GARBLED] = "garbled result",
		[OUTCOME_SKIPPED] = "skipped",
		[OUTCOME_VERIFY] = "reports an error",
	};

	return words[outcome];
}

static void note_failures(struct row *row, const struct row_side *side, const char *name)
{
	if (!side->benchmark)
		return;
	if (!side->launches)
		string_list_addf(row_note(row), "%s: %s", name, outcome_words(side->outcome));
	else if (side->failures)
		string_list_addf(row_note(row), "%s: %u of %u launches failed (%s)", name,
			side->failures, side->failures + side->launches,
			outcome_words(side->outcome));
}

#define COLD_LAUNCHES 3

/* Fewer cannot move the median of the launches far. */
static bool mostly_disturbed(const struct row_side *side)
{
	return side->disturbed && 2 * side->disturbed >= side->launches;
}

/* Single launches that begin slowly may do so by chance. */
static bool is_cold(const struct row_side *side)
{
	return side->cold >= COLD_LAUNCHES && 2 * side->cold > side->launches;
}

static void mark_redefined(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		struct row *row = &comparison->rows[i];
		AUTO_FREE char *text = redefined_text(comparison, row);

		row->redefined = text != NULL;
		if (text)
			string_list_addf(row_note(row), "not the same benchmark: %s", text);
	}
}

/* `few`: only some rows have disturbed launches, so that a note is information. */
static void note_row(struct row *row, const struct side_names *names, bool few)
{
	int64_t old_n = row->old.iterations, new_n = row->new.iterations;

	note_failures(row, &row->old, names->old);
	note_failures(row, &row->new, names->new);
	if (row_is_compared(row) && old_n > 0 && new_n > 0 && old_n != new_n)
		string_list_addf(row_note(row), "iterations %lld, %lld", (long long)old_n,
			(long long)new_n);
	if (row_has_same_code(row) && row->time.verdict <= VERDICT_IMPROVED)
		string_list_add(row_note(row), row->kin == KIN_UNEXECUTED_JUDGED
						       ? "what differs is not executed"
						       : "same code");
	if (row->old.all_cpus || row->new.all_cpus)
		string_list_addf(row_note(row), "on all CPUs%s%s",
			row_is_compared(row) && row->old.all_cpus != row->new.all_cpus
				? " only: "
				: "",
			!row_is_compared(row) || row->old.all_cpus == row->new.all_cpus ? ""
			: row->old.all_cpus ? names->old
					    : names->new);
	if (row_is_compared(row) && (is_cold(&row->old) || is_cold(&row->new)))
		string_list_addf(row_note(row), "launches not warm: %u %s, %u %s",
			row->old.cold, names->old, row->new.cold, names->new);
	if (few && (mostly_disturbed(&row->old) || mostly_disturbed(&row->new)))
		string_list_addf(row_note(row), "disturbed launches: %u %s, %u %s",
			row->old.disturbed, names->old, row->new.disturbed, names->new);
}

/* On a busy machine nearly every row would have this note: then only a caveat above the
 * table reports it. */
#define MOST_AT_LEAST 5

static void note_rows(struct comparison *comparison)
{
	size_t disturbed = 0;

	for (size_t i = 0; i < comparison->row_count; i++)
		disturbed +=
			comparison->rows[i].old.disturbed || comparison->rows[i].new.disturbed;
	for (size_t i = 0; i < comparison->row_count; i++)
		note_row(&comparison->rows[i], &comparison->names,
			disturbed < MOST_AT_LEAST || 2 * disturbed <= comparison->row_count);
}

/* It was proven for these two builds alone. */
static bool is_not_executed(const struct comparison *comparison, const struct row *row)
{
	return log_same_session(comparison->old, comparison->new) &&
	       log_fact(comparison->old, LOG_NOT_EXECUTED, row->suite, row->name) &&
	       log_fact(comparison->new, LOG_NOT_EXECUTED, row->suite, row->name);
}

static enum kin kin_of(const struct comparison *comparison, const struct row *row)
{
	bool judge = comparison->options.judge_same_code;

	if (!row_is_compared(row))
		return KIN_UNKNOWN;
	if (is_not_executed(comparison, row))
		return judge ? KIN_UNEXECUTED_JUDGED : KIN_UNEXECUTED;
	if (log_same_code(row->old.benchmark, row->new.benchmark))
		return judge ? KIN_JUDGED : KIN_SAME;
	return KIN_UNKNOWN;
}

/* The rule has judged them too: it shows what the place in memory and the machine do. */
static void acquit_proven(struct comparison *comparison)
{
	bool side_by_side = log_same_session(comparison->old, comparison->new);

	for (size_t i = 0; i < comparison->row_count; i++) {
		struct row *row = &comparison->rows[i];

		if (!row_is_proven(row))
			continue;
		if (row->time.verdict > VERDICT_IMPROVED)
			row->moved = MOVED_NOT;
		else if (side_by_side && row->paired.rounds >= SAME_CODE_ROUNDS &&
			 fabs(row->least_change) > log1p(SAME_CODE_LIMIT))
			row->moved = MOVED_OUT;
		else
			row->moved = MOVED_NEAR;
		row->time.verdict =
			row->kin == KIN_UNEXECUTED ? VERDICT_NOT_EXECUTED : VERDICT_SAME_CODE;
	}
}

static void name_outliers(struct comparison *comparison)
{
	size_t n = comparison->row_count, count = 0;
	AUTO_FREE struct row **rows = memory_zeroed(n, sizeof(struct row *));
	AUTO_FREE bool *outlying = memory_zeroed(n, sizeof(*outlying));

	for (size_t i = 0; i < n; i++)
		if (row_is_proven(&comparison->rows[i]))
			rows[count++] = &comparison->rows[i];
	outliers_find(rows, count, outlying);
	for (size_t i = 0; i < count; i++) {
		if (!row_moved(rows[i]))
			continue;
		comparison->summary.outlying += outlying[i];
		if (outlying[i] && rows[i]->moved == MOVED_NEAR)
			rows[i]->moved = MOVED_OUTLIER;
		string_list_add(row_note(rows[i]),
			row_is_outlier(rows[i]) ? "moved far: is the code the same?" : "moved");
	}
}

static struct compared_rows compared_rows(struct comparison *comparison)
{
	struct compared_rows compared = { 0 };

	compared.rows = memory_zeroed(comparison->row_count, sizeof(struct row *));
	for (size_t i = 0; i < comparison->row_count; i++)
		if (row_is_compared(&comparison->rows[i]))
			compared.rows[compared.count++] = &comparison->rows[i];
	return compared;
}

static size_t count_same_code(const struct compared_rows *compared)
{
	size_t n = 0;

	for (size_t i = 0; i < compared->count; i++)
		n += row_has_same_code(compared->rows[i]);
	return n;
}

static double size_of_change(double ratio)
{
	return fabs(log(ratio));
}

/* Its time is less than a step of the clock, spread over the iterations of a sample. */
static bool is_too_fast(double time, const struct row_side *side)
{
	return time < side->step_ns;
}

static void mark_too_fast(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		struct row *row = &comparison->rows[i];

		row->too_fast =
			row_is_compared(row) && (is_too_fast(row->time.old, &row->old) ||
							is_too_fast(row->time.new, &row->new));
		if (row->too_fast)
			string_list_add(row_note(row), "below the clock's resolution");
	}
}

static size_t left_out(const struct comparison *comparison)
{
	const char *count = log_meta(comparison->new, LOG_LEFT_OUT);

	return count && !comparison->options.join.wanted &&
			       log_same_session(comparison->old, comparison->new)
		       ? strtoul(count, NULL, 10)
		       : 0;
}

/* Those that no row can show: neither build had its turn. */
static size_t without_turn(const struct comparison *comparison)
{
	static const char of[] = LOG_NOT_MEASURED ".";
	const struct log *log = comparison->new;
	size_t n = 0;

	for (size_t i = 0; i < log->meta_count && !comparison->options.join.wanted; i++) {
		const char *key = log->meta[i].key;

		n += !strncmp(key, of, strlen(of)) && !strcmp(log->meta[i].value, "yes") &&
		     (comparison->old == log || log_meta(comparison->old, key));
	}
	return n;
}

static void summarise_rows(struct comparison *comparison)
{
	struct comparison_summary *summary = &comparison->summary;
	summary->left_out = left_out(comparison);
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		summary->counts[row->time.verdict]++;
		summary->lost += row->lost;
		summary->dubious +=
			row->moved == MOVED_DUBIOUSLY && row->time.verdict <= VERDICT_IMPROVED;
		summary->controls += row_has_same_code(row) && !row_is_proven(row);
		summary->moved += row_moved(row);
		summary->broken += row->moved == MOVED_OUT;
		if (row_moved(row) && !(size_of_change(summary->moved_most) >=
					      size_of_change(row->time.ratio)))
			summary->moved_most = row->time.ratio;
		summary->controls_changed +=
			row_has_same_code(row) && row->time.verdict <= VERDICT_IMPROVED;
	}
	summary->mean = mean_ratio_of(comparison, NULL, NULL);
}

/* Shorter ones take less room than the line that says them. */
#define PREFIX_LEAST 12

/* Does a part of each name end there, and a word begin? */
static bool may_cut(const struct comparison *c, size_t at)
{
	for (size_t i = 0; i < c->row_count; i++) {
		const char *name = c->one_suite ? c->rows[i].name : c->rows[i].suite;

		if (!strchr(c->one_suite ? "/:." : "/:._-", name[at - 1]) ||
			!isalpha((unsigned char)name[at]))
			return false;
	}
	return true;
}

static size_t common_prefix(const struct comparison *c)
{
	size_t common = SIZE_MAX, k;

	for (size_t i = 1; i < c->row_count; i++) {
		const char *a = c->one_suite ? c->rows[i - 1].name : c->rows[i - 1].suite;
		const char *b = c->one_suite ? c->rows[i].name : c->rows[i].suite;

		for (k = 0; k < common && a[k] && a[k] == b[k]; k++)
			;
		common = k;
	}
	while (c->row_count > 1 && common >= PREFIX_LEAST && !may_cut(c, common))
		common--;
	return c->row_count > 1 && common >= PREFIX_LEAST ? common : 0;
}

static void make_rows(struct comparison *comparison)
{
	struct join *join = &comparison->join;
	enum estimator estimator = comparison->options.estimator;

	if (estimator == ESTIMATOR_RULE)
		estimator = ESTIMATOR_MIN;
	comparison->rows = memory_array(join->count, sizeof(*comparison->rows));
	comparison->row_count = join->count;
	comparison->one_suite = true;
	for (size_t i = 0; i < join->count; i++) {
		struct row *row = &comparison->rows[i];

		init_row(row, comparison, &join->items[i], estimator);
		if (strcmp(row->suite, join->items[0].suite) != 0)
			comparison->one_suite = false;
		if (!row_is_compared(row))
			one_sided_judge(comparison, row);
	}
	comparison->prefix = common_prefix(comparison);
	/* Rows have all of it, and it would take a huge page. */
	free(join->items);
	join->items = NULL;
}

int comparison_make(struct comparison *comparison, const struct log *old, const struct log *new,
	const struct compare_options *options, struct err *e)
{
	struct compared_rows compared;
	int result;

	comparison->old = old;
	comparison->new = new;
	comparison->names = side_names_of(old, new);
	comparison->options = *options;
	comparison->summary.shift = suite_shift_none();
	comparison->summary.moved_most = NAN;
	if (join_logs(&comparison->join, old, new, &options->join, e) != 0)
		return -1;
	make_rows(comparison);
	/* The order of the input must not show in a result. */
	comparison_sort(comparison, SORT_NAME);
	for (size_t i = 0; i < comparison->row_count; i++) {
		comparison->rows[i].place = (uint32_t)i;
		comparison->rows[i].kin = kin_of(comparison, &comparison->rows[i]);
	}
	compared = compared_rows(comparison);
	comparison->rule = options->rule == RULE_AUTO ? rule_choose(old, new) : options->rule;
	if (comparison->rule == RULE_UNPAIRED && isnan(comparison->options.threshold) &&
		count_same_code(&compared) >= UNPAIRED_NULL_FROM)
		comparison->options.threshold = UNPAIRED_THRESHOLD_CONTROLLED;
	rule_fill_options(&comparison->options, comparison->rule);
	for (size_t i = 0; i < compared.count; i++)
		compared.rows[i]->time.threshold =
			threshold_of(&comparison->options, compared.rows[i]);
	result = rule_method(comparison->rule)->apply(comparison, &compared, e);
	free(compared.rows);
	if (result != 0)
		return -1;
	if (metrics_find(comparison, e))
		return -1;
	metrics_compare(comparison);
	acquit_proven(comparison);
	name_outliers(comparison);
	mark_redefined(comparison);
	mark_too_fast(comparison);
	note_rows(comparison);
	comparison->summary.without_turn = without_turn(comparison);
	undecided_find(comparison);
	summarise_rows(comparison);
	comparison_sort(comparison, SORT_VERDICT);
	caveats_find(comparison);
	return 0;
}

void comparison_release(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		row_forget_notes(&comparison->rows[i]);
	metrics_release(comparison);
	free(comparison->rows);
	free(comparison->influences[0]);
	free(comparison->influences[1]);
	string_list_release(&comparison->caveats);
	string_list_release(&comparison->caveat_briefs);
	join_release(&comparison->join);
	memset(comparison, 0, sizeof(*comparison));
}

bool row_fails(const struct row *row, enum fail_on fail_on)
{
	if (row->counted_fails)
		return true;
	switch (fail_on) {
	case FAIL_ON_REGRESSION:
	case FAIL_ON_SHIFT:
		return row->time.verdict == VERDICT_REGRESSED || row->lost;
	case FAIL_ON_MISSING:
		return row->lost;
	case FAIL_ON_CHANGE:
		return row->lost || row->time.verdict == VERDICT_REGRESSED ||
		       row->time.verdict == VERDICT_IMPROVED ||
		       row->time.verdict == VERDICT_ADDED;
	case FAIL_ON_NEVER:
		break;
	}
	return false;
}

bool executables_fail(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->executable_count; i++)
		if (comparison->executables[i].fails)
			return true;
	return false;
}

bool comparison_fails(const struct comparison *comparison, enum fail_on fail_on)
{
	for (size_t i = 0; i < comparison->row_count; i++)
		if (row_fails(&comparison->rows[i], fail_on))
			return true;
	return executables_fail(comparison) ||
	       (comparison->summary.undecided == UNDECIDED_SHIFT &&
		       (fail_on == FAIL_ON_SHIFT || fail_on == FAIL_ON_CHANGE));
}

/* Also where nothing of time fails. */
static bool asks_for_metrics(const struct comparison *comparison)
{
	const struct string_list *words = comparison->options.fail_on_metrics;

	for (size_t i = 0; words && i < words->count; i++)
		if (metric_is_counted(words->items[i]))
			return true;
	return false;
}

bool comparison_is_undecided(const struct comparison *comparison, enum fail_on fail_on)
{
	enum undecided why = comparison->summary.undecided;

	if (comparison_fails(comparison, fail_on))
		return false;
	if (fail_on == FAIL_ON_NEVER)
		return why != UNDECIDED_SHIFT && why && asks_for_metrics(comparison);
	return fail_on == FAIL_ON_MISSING ? why == UNDECIDED_APART : why != UNDECIDED_NOT;
}
