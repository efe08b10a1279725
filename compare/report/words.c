/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/words.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/verdict/machine_state.h"
#include "compare/verdict/rules.h"
#include "compare/verdict/whole.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_meta(
	struct string_list *list, const struct log *log, const char *key, const char *before)
{
	const char *value = log_meta(log, key);

	if (value && *value)
		string_list_addf(list, "%s%s", before, value);
}

static void add_launches(
	struct string_list *list, const struct comparison *comparison, bool is_old)
{
	size_t benchmarks = 0, least = SIZE_MAX, most = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row_side *side =
			is_old ? &comparison->rows[i].old : &comparison->rows[i].new;
		size_t launches = side->launches + side->failures;

		if (!side->benchmark)
			continue;
		benchmarks++;
		least = launches < least ? launches : least;
		most = launches > most ? launches : most;
	}
	string_list_addf(list, "%zu benchmark%s", benchmarks, PLURAL(benchmarks));
	if (least < most)
		string_list_addf(list, "%zu to %zu launches each", least, most);
	else if (benchmarks)
		string_list_addf(list, "%zu launch%s each", most, PLURAL_ES(most));
}

char *words_log(const struct comparison *comparison, bool is_old, bool brief)
{
	const struct log *log = is_old ? comparison->old : comparison->new;
	const char *workers = log_meta(log, "workers");
	struct string_list list = { 0 };

	string_list_add(&list, log->path);
	add_meta(&list, log, "started", "");
	if (!brief) {
		add_meta(&list, log, "session", "session ");
		add_meta(&list, log, "host", "host ");
	}
	add_launches(&list, comparison, is_old);
	if (workers && !brief)
		string_list_addf(
			&list, "%s worker%s", workers, strcmp(workers, "1") == 0 ? "" : "s");
	return string_list_finish(&list, ", ");
}

static const char *rule_meaning(const struct comparison *comparison)
{
	if (comparison->rule == RULE_PAIRED && comparison->two_stages)
		return "smoke run: verdicts use only the rounds of its second stage";
	return rule_method(comparison->rule)->meaning;
}

char *words_rule(const struct comparison *comparison, bool brief)
{
	const struct compare_options *options = &comparison->options;
	const struct string_list *maps = options->join.maps;
	bool tests = rule_method(comparison->rule)->tests;
	struct string_list list = { 0 };
	char percent[FORMAT_SIZE];

	if (brief)
		string_list_add(&list, rule_name(comparison->rule));
	else
		string_list_addf(&list, "%s (%s)", rule_name(comparison->rule),
			rule_meaning(comparison));
	if (options->estimator != ESTIMATOR_RULE)
		string_list_addf(&list, "%s of each launch",
			options->estimator == ESTIMATOR_MIN ? "minimum" : "median");
	string_list_addf(&list, "threshold %s%s", format_percent(percent, options->threshold),
		options->thresholds.count ? " or the benchmark's own" : "");
	if (comparison->replicas)
		string_list_addf(
			&list, "each of %zu machines one observation", comparison->replicas);
	if (tests)
		string_list_addf(&list, "false discovery rate %s",
			format_percent(percent, options->fdr));
	if (comparison->rule == RULE_PAIRED && options->strict)
		string_list_addf(&list, "strict");
	if (tests && options->no_moderation)
		string_list_addf(&list, "no moderation");
	if (comparison->one_suite && *comparison->rows[0].suite && !(maps && maps->count))
		string_list_addf(&list, "suite %s", comparison->rows[0].suite);
	for (size_t i = 0; maps && i < maps->count; i++)
		string_list_addf(&list, "suite %.*s against %s",
			(int)strcspn(maps->items[i], "="), maps->items[i],
			strchr(maps->items[i], '=') + 1);
	return string_list_finish(&list, ", ");
}

char *words_machine(const struct comparison *comparison)
{
	struct machine_state state = machine_state(comparison);
	struct string_list list = { 0 };
	char percent[FORMAT_SIZE];

	if (state.busy)
		string_list_add(&list, "busy at the start");
	if (state.shared)
		string_list_add(&list, "shared cores");
	if (state.known && state.disturbed.of && !state.disturbed.part)
		string_list_add(&list, "no launch disturbed");
	else if (state.known && state.disturbed.of)
		string_list_addf(&list, "%s of launches disturbed",
			format_percent(percent,
				(double)state.disturbed.part / (double)state.disturbed.of));
	return list.count ? string_list_finish(&list, ", ") : NULL;
}

char *words_counts(const struct comparison *comparison)
{
	struct string_list list = { 0 };

	for (enum verdict v = 0; v < VERDICT_COUNT; v++) {
		size_t count = comparison->summary.counts[v];
		size_t more = v == VERDICT_SAME_CODE ? comparison->summary.left_out : 0;

		if (more)
			string_list_addf(&list, "%zu %s (%zu measured)", count + more,
				verdict_name(v), count);
		else if (count)
			string_list_addf(&list, "%zu %s", count, verdict_name(v));
	}
	return string_list_finish(&list, ", ");
}

char *words_mean(const struct mean_ratio *mean)
{
	char change[FORMAT_SIZE], interval[FORMAT_SIZE];

	format_change(change, mean->ratio);
	if (isnan(mean->low))
		return memory_format(
			"%s over %zu benchmark%s", change, mean->count, PLURAL(mean->count));
	return memory_format("%s (%s) over %zu benchmark%s", change,
		format_interval(interval, mean->low, mean->high), mean->count,
		PLURAL(mean->count));
}

/* Never less than it is. */
static char *format_bound(char *out, double bound)
{
	double step = pow(10, floor(log10(bound)) - 1);

	return format_percent(out, ceil(bound / step - 1e-9) * step);
}

char *words_worst(const struct comparison *comparison)
{
	const size_t *counts = comparison->summary.counts;
	struct worst_case worst = worst_case_find(comparison);
	struct string_list list = { 0 };
	AUTO_FREE char *name = NULL, *all = NULL;
	char bound[FORMAT_SIZE];

	if (!worst.judged)
		return NULL;
	name = worst.row ? words_name(comparison, worst.row) : NULL;
	string_list_addf(&list, "With 95 %% confidence no benchmark is slower");
	if (name)
		string_list_addf(&list, " by more than %s (%s could be)",
			format_bound(bound, worst.bound), name);
	if (counts[VERDICT_SAME_CODE] + counts[VERDICT_NOT_EXECUTED] +
		comparison->summary.left_out)
		string_list_addf(&list, "; same code counts as 0");
	if (worst.without)
		string_list_addf(&list, "; %zu without a bound", worst.without);
	all = string_list_finish(&list, "");
	return memory_format("%s.", all);
}

bool words_nothing_changed(const struct comparison *comparison)
{
	return comparison->row_count && !comparison->summary.counted_changes &&
	       !comparison->summary.without_turn && comparison_is_quiet(comparison);
}

char *words_means(const struct comparison *comparison)
{
	const struct comparison_summary *summary = &comparison->summary;
	struct string_list list = { 0 };
	struct mean_ratio all = summary->mean;
	AUTO_FREE char *mean = NULL;
	char text[FORMAT_SIZE];

	if (words_nothing_changed(comparison))
		return NULL;
	if (!all.count)
		return memory_text("nothing to compare");
	all.count += summary->left_out;
	mean = words_mean(&all);
	string_list_addf(&list, "geometric mean of %s / %s %s", comparison->names.new,
		comparison->names.old, mean);
	if (summary->shift.shown_by)
		string_list_addf(&list, "without the shift of %s",
			format_change(text, summary->shift.ratio));
	return string_list_finish(&list, ", ");
}

char *words_unchanged(const struct comparison *comparison)
{
	size_t n = comparison->summary.counts[VERDICT_UNCHANGED];
	const struct compare_options *options = &comparison->options;
	char percent[FORMAT_SIZE];

	if (!n)
		return NULL;
	if (rule_method(comparison->rule)->tests)
		return memory_format("%zu unchanged: the 90 %% interval lies within %s", n,
			format_percent(percent, options->equivalence));
	return memory_format(
		"%zu unchanged: within %s", n, format_percent(percent, options->threshold));
}

char *words_same_code(const struct comparison *comparison)
{
	const struct comparison_summary *summary = &comparison->summary;
	size_t same = summary->counts[VERDICT_SAME_CODE];
	size_t not_executed = summary->counts[VERDICT_NOT_EXECUTED];
	struct string_list list = { 0 };
	char threshold[FORMAT_SIZE], most[FORMAT_SIZE], moved[4 * FORMAT_SIZE] = "";
	AUTO_FREE char *which = NULL;

	if (!same && !not_executed)
		return NULL;
	if (same)
		string_list_addf(&list, "%zu with the same code in both builds", same);
	if (not_executed)
		string_list_addf(&list, "%zu that %s what changed", not_executed,
			not_executed == 1 ? "does not execute" : "do not execute");
	which = string_list_finish(&list, ", ");
	if (summary->moved)
		snprintf(moved, sizeof(moved),
			"; the time of %zu changed nevertheless by more than %s, by up to %s: "
			"place in memory or machine, not the code",
			summary->moved,
			format_percent(threshold, comparison->options.threshold),
			format_change(most, summary->moved_most));
	return memory_format("%s: not judged%s", which, moved);
}

char *words_name(const struct comparison *comparison, const struct row *row)
{
	if (comparison->one_suite || !*row->suite)
		return memory_text(row->name);
	return memory_format("%s/%s", row->suite, row->name);
}

char *words_cut_name(const struct comparison *comparison, const struct row *row)
{
	AUTO_FREE char *name = words_name(comparison, row);

	return memory_text(name + comparison->prefix);
}

char *words_prefix(const struct comparison *comparison)
{
	AUTO_FREE char *name = words_name(comparison, &comparison->rows[0]);

	return comparison->prefix ? memory_format("All names begin with %.*s",
					    (int)comparison->prefix, name)
				  : NULL;
}

char *words_verdict(const struct row *row)
{
	return memory_format("%s%s", verdict_name(row->time.verdict),
		row->moved == MOVED_DUBIOUSLY ? " (?)" : "");
}

/* The smallest detectable change; a factor from x2 on. */
static void detects(char *out, double smallest)
{
	char percent[FORMAT_SIZE];

	if (smallest >= 99)
		snprintf(out, FORMAT_SIZE + 32, "cannot detect x100");
	else if (smallest >= 1)
		snprintf(out, FORMAT_SIZE + 32, "detects x%.3g or more", 1 + smallest);
	else
		snprintf(out, FORMAT_SIZE + 32, "detects %s or more",
			format_percent(percent, smallest));
}

char *words_note(const struct row *row)
{
	char *notes = string_list_join(row_notes(row), "; "), *all;
	char smallest[FORMAT_SIZE + 32];

	if (row->time.verdict != VERDICT_INCONCLUSIVE || !isfinite(row->time.smallest))
		return notes;
	detects(smallest, row->time.smallest);
	all = memory_format("%s%s%s", smallest, *notes ? "; " : "", notes);
	free(notes);
	return all;
}

char *words_row(const struct comparison *comparison, const struct row *row)
{
	struct format_row change = format_row(row->time.ratio, row->time.low, row->time.high);
	AUTO_FREE char *verdict = words_verdict(row), *note = words_note(row), *text = NULL;
	AUTO_FREE char *counted = words_counted(comparison, row);
	char old[FORMAT_SIZE], new[FORMAT_SIZE];

	if (isfinite(row->time.ratio))
		text = memory_format("%s: %s -> %s (%s%s%s)%s%s", verdict,
			format_time(old, row->time.old), format_time(new, row->time.new),
			change.change,
			strcmp(change.interval, "-") != 0 ? ", 95 % interval " : "",
			strcmp(change.interval, "-") != 0 ? change.interval : "",
			*note ? "; " : "", note);
	else
		text = memory_format("%s%s%s", verdict, *note ? ": " : "", note);
	return memory_format("%s%s%s", text, *counted ? "; " : "", counted);
}

bool change_is_called(const struct metric_change *change)
{
	return change->verdict <= VERDICT_IMPROVED;
}

const char *words_change_verdict(
	const struct metric *metric, const struct metric_change *change)
{
	if (!change_is_called(change) || metric->better != BETTER_UNKNOWN)
		return verdict_name(change->verdict);
	return change->verdict == VERDICT_REGRESSED ? "increased" : "decreased";
}

char *words_change(const struct metric *metric, const struct metric_change *change)
{
	char old[FORMAT_SIZE], new[FORMAT_SIZE], ratio[FORMAT_SIZE];

	return memory_format("%s %s -> %s (%s)", metric->title,
		metric->format(old, change->old), metric->format(new, change->new),
		format_change(ratio, change->ratio));
}

/* How many sizes changed, and the one that did most: of those that grew if any did. */
struct sizes {
	size_t grew, shrank, place;       /* of that one */
	const struct metric_change *most; /* NULL: none changed */
	double size;
};

static void sizes_add(struct sizes *s, const struct metric_change *change, size_t place)
{
	double size = change->ratio > 1 ? change->ratio : -change->ratio;

	if (!change_is_called(change))
		return;
	++*(size > 0 ? &s->grew : &s->shrank);
	if (!s->most || size > s->size)
		*s = (struct sizes){ s->grew, s->shrank, place, change, size };
}

static char *sizes_words(const struct sizes *s, const char *what, const char *name)
{
	char less[40] = "", ratio[FORMAT_SIZE], old[FORMAT_SIZE], new[FORMAT_SIZE];

	if (!s->most)
		return NULL;
	if (s->grew && s->shrank)
		snprintf(less, sizeof(less), "; %zu shrank", s->shrank);
	return memory_format("%s: %zu %s, %s %s, %s -> %s%s", what,
		s->grew ? s->grew : s->shrank, s->grew ? "grew" : "shrank", name,
		format_change(ratio, s->most->ratio),
		metrics[METRIC_SIZE].format(old, s->most->old),
		metrics[METRIC_SIZE].format(new, s->most->new), less);
}

char *words_executables(const struct comparison *comparison)
{
	const struct executable *all = comparison->executables;
	struct sizes sizes = { 0 };

	for (size_t i = 0; i < comparison->executable_count; i++)
		sizes_add(&sizes, &all[i].size, i);
	return sizes_words(&sizes, "executables", sizes.most ? all[sizes.place].suite : "");
}

char *words_size(const struct comparison *comparison)
{
	const struct row *rows = comparison->rows;
	struct sizes sizes = { 0 };
	AUTO_FREE char *name = NULL, *size = NULL, *executables = words_executables(comparison);

	for (size_t i = 0; i < comparison->row_count; i++)
		if (rows[i].counted)
			sizes_add(&sizes, &rows[i].counted[METRIC_SIZE - 1], i);
	name = sizes.most ? words_name(comparison, &rows[sizes.place]) : NULL;
	size = sizes_words(&sizes, "size", name);
	return size || executables ? memory_format("%s%s%s", size ?: "",
					     size && executables ? "; " : "", executables ?: "")
				   : NULL;
}

char *words_counted(const struct comparison *comparison, const struct row *row)
{
	struct string_list list = { 0 };

	for (size_t m = 0; row->counted && m < comparison->metric_count; m++) {
		const struct metric_change *change = &row->counted[m];

		if (change_is_called(change))
			string_list_take(
				&list, words_change(&comparison->metrics[m].about, change));
	}
	return string_list_finish(&list, "; ");
}
