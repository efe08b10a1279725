/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/headline.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/report/words.h"
#include "compare/verdict/redefined.h"
#include "compare/verdict/rules.h"
#include "compare/verdict/whole.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* A comparison that misses this change in more than this share of the rows is called blind. */
#define LARGE_CHANGE 0.10
#define SEEN_SHARE   0.80

static void add_resolution(const struct comparison *comparison, struct string_list *lines)
{
	size_t judged = resolution_judged(comparison);
	size_t seen = resolution_seen(comparison, LARGE_CHANGE);
	char text[FORMAT_SIZE];

	if (!judged || !rule_method(comparison->rule)->tests ||
		comparison->summary.undecided == UNDECIDED_LAUNCHES)
		return;
	if ((double)seen < SEEN_SHARE * (double)judged)
		string_list_addf(lines,
			"Too noisy: a change of %s could have been missed in %zu of %zu "
			"benchmark%s.",
			format_percent(text, LARGE_CHANGE), judged - seen, judged,
			PLURAL(judged));
	else
		string_list_addf(lines,
			"Resolution: a change of %s is detected in 80 %% of the benchmarks.",
			format_percent(text, resolution_of(comparison, SEEN_SHARE)));
}

/* The folder of both logs, NULL if it is not that of one paired run. The caller frees it. */
static char *run_folder(const struct comparison *comparison)
{
	const char *old = comparison->old->path, *new = comparison->new->path;
	const char *end = strrchr(new, '/');
	size_t size = end ? (size_t)(end - new) : 0;

	if (!size || comparison->two_stages || strncmp(old, new, size + 1) != 0 ||
		strchr(old + size + 1, '/') ||
		!log_same_session(comparison->old, comparison->new))
		return NULL;
	return memory_format("%.*s", (int)size, new);
}

static void add_settle(const struct comparison *comparison, struct string_list *lines)
{
	struct resolution_settle s = resolution_settle(comparison);
	AUTO_FREE char *folder = run_folder(comparison), *how = NULL;

	if (folder && comparison->old->complete && comparison->new->complete &&
		!comparison->new->nodes.count)
		how = memory_format(": bdriver run --resume %s --rounds %zu", folder, s.rounds);
	if (!s.inconclusive || comparison->rule != RULE_PAIRED || comparison->replicas ||
		comparison->two_stages || comparison->summary.undecided == UNDECIDED_LAUNCHES)
		;
	else if (s.settled)
		string_list_addf(lines, "%zu more rounds would settle %zu of %zu%s%s", s.more,
			s.settled, s.inconclusive, how ? "" : " inconclusive benchmarks",
			how ? how : ".");
	else
		string_list_addf(lines,
			"100 more rounds would settle none of %zu inconclusive benchmark%s: a "
			"quieter machine would (bdriver env).",
			s.inconclusive, PLURAL(s.inconclusive));
}

static void add_group(void *lines, const char *name, const struct mean_ratio *mean)
{
	AUTO_FREE char *text = words_mean(mean);

	string_list_addf(lines, "%s: %s", name, text);
}

char *headline_shift_words(const struct suite_shift *shift)
{
	bool slower = shift->ratio > 1;
	double ends[2] = { shift->low, shift->high };

	for (size_t i = 0; i < 2; i++)
		ends[i] = 100 * fabs(ends[i] - 1);
	/* The smaller end first; an interval that holds 0 has a sign. */
	if (shift->low < 1 && shift->high > 1)
		return memory_format("%.1f %% %s (%+.1f to %+.1f)",
			100 * fabs(shift->ratio - 1), slower ? "slower" : "faster",
			100 * (shift->low - 1), 100 * (shift->high - 1));
	return memory_format("%.1f %% %s (%.1f to %.1f)", 100 * fabs(shift->ratio - 1),
		slower ? "slower" : "faster", ends[!slower], ends[slower]);
}

#define WHAT_TO_DO                                                                           \
	"the machine or the program; two plain runs cannot tell. Run bdriver run --old DIR " \
	"--new DIR, or each night with --anchor DIR."

/* NULL: the suite did not move as a whole. */
static char *shift_line(const struct comparison *comparison)
{
	const struct suite_shift *shift = &comparison->summary.shift;
	AUTO_FREE char *words = NULL;
	char *text;

	if (!shift->shown_by || !(shift->beyond || shift->undecided))
		return NULL;
	if (shift->undecided && !(shift->beyond && shift->cause == SHIFT_UNKNOWN))
		return memory_format("%zu of %zu benchmarks differ by more than the threshold "
				     "and are not called: " WHAT_TO_DO,
			shift->untold, resolution_judged(comparison));
	words = headline_shift_words(shift);
	if (shift->cause == SHIFT_UNKNOWN)
		text = memory_format("The suite is %s: " WHAT_TO_DO, words);
	else
		text = memory_format(
			"The machine is %s, as %zu benchmarks %s show. All changes "
			"below are without it.",
			words, shift->shown_by,
			shift->cause == SHIFT_CONTROLS ? "with the same code"
						       : "of the same code and the anchor");
	return text;
}

/* NULL: a row has more launches than one on that side. */
static const char *side_of_one(const struct comparison *comparison)
{
	bool old = false, new = false;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		old |= row_is_single(row, false) && row->old.launches < 2;
		new |= row_is_single(row, false) && row->new.launches < 2;
	}
	if (old && new)
		return "a side";
	return old ? "on the old side" : new ? "on the new side" : NULL;
}

/* Of rows which one launch or one round cannot decide. */
static char *single_line(const struct comparison *comparison)
{
	const char *side = side_of_one(comparison);

	if (comparison->rule == RULE_PAIRED || !side)
		return memory_text(
			"One round decides nothing: give the run more time or rounds.");
	return memory_format("1 launch %s cannot tell noise from a change: run each side five "
			     "times and give all files (bdriver compare OLD NEW --old OLD2 "
			     "--new NEW2 ...), or both side by side: bdriver run --old DIR "
			     "--new DIR.",
		side);
}

char *headline_first(const struct comparison *comparison)
{
	const struct comparison_summary *summary = &comparison->summary;

	if (words_nothing_changed(comparison))
		return memory_text("Nothing changed: all benchmarks have the same code, and "
				   "none moved.");
	if (summary->undecided == UNDECIDED_APART)
		return memory_text("No benchmark is in both logs, so nothing was compared.");
	if (summary->undecided == UNDECIDED_NOTHING)
		return memory_text(
			"Nothing was compared: no benchmark has a launch on both sides "
			"that succeeded.");
	if (summary->single && summary->single == resolution_judged(comparison))
		return single_line(comparison);
	if (summary->without_turn)
		return memory_format(
			"%zu benchmark%s had no time: give the run a larger --budget.",
			summary->without_turn, PLURAL(summary->without_turn));
	if (comparison_shows_no_shift(comparison))
		return memory_text("Fewer than ten benchmarks show no shift of the suite: what "
				   "changed may be " WHAT_TO_DO);
	return shift_line(comparison);
}

/* How the rows treat it. */
static void add_shift(const struct comparison *comparison, struct string_list *lines)
{
	const struct suite_shift *s = &comparison->summary.shift;
	char shift[FORMAT_SIZE], spread[FORMAT_SIZE];

	if (!s->shown_by)
		return;
	format_change(shift, s->ratio);
	format_percent(spread, expm1(s->spread));
	string_list_addf(lines,
		"Shift between the runs: %s (median of %zu benchmark%s%s). It is taken out of "
		"all rows; around it the runs differ by %s.%s",
		shift, s->shown_by, PLURAL(s->shown_by),
		s->cause == SHIFT_CONTROLS  ? " with the same code"
		: s->cause == SHIFT_MACHINE ? " of the same code and the anchor"
					    : "",
		spread,
		s->undecided && s->cause == SHIFT_UNKNOWN
			? " Verdicts hold with and without it."
			: "");
}

/* Why two plain runs decide little, and what to do instead. */
static void add_sessions(const struct comparison *comparison, struct string_list *lines)
{
	size_t n = comparison->summary.counts[VERDICT_INCONCLUSIVE];

	if (comparison->rule != RULE_UNPAIRED || !n || comparison->summary.undecided)
		return;
	string_list_addf(lines,
		"%zu of %zu inconclusive: noise within and between two runs hides smaller "
		"changes. bdriver run --old DIR --new DIR measures both builds side by side.",
		n, resolution_judged(comparison));
}

/* Same code that moved as only other code does. */
static void add_outlying(const struct comparison *comparison, struct string_list *lines)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *joined = NULL;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		AUTO_FREE char *name = row_is_outlier(row) ? words_name(comparison, row) : NULL;
		char text[FORMAT_SIZE];

		if (name)
			string_list_addf(
				&names, "%s (%s)", name, format_change(text, row->time.ratio));
	}
	joined = names_first(&names);
	if (names.count)
		string_list_addf(lines,
			"Not the same code? Moved %s: %s. bdriver compare --judge-same-code "
			"judges all, bdriver run --all measures all.",
			comparison->summary.outlying ? "far beyond the others"
						     : "by more than 25 % in all rounds",
			joined);
}

void headline_add(const struct comparison *comparison, struct string_list *lines)
{
	string_list_take(lines, redefined_line(comparison));
	add_outlying(comparison, lines);
	add_shift(comparison, lines);
	groups_each(comparison, add_group, lines);
	string_list_take(lines, words_worst(comparison));
	add_resolution(comparison, lines);
	add_settle(comparison, lines);
	add_sessions(comparison, lines);
}

/* {"suite": {"tag": ["benchmark"]}}, as the metadata have it; without tags {"suite": {}}. */
static json_t *tags_of(const struct log *log)
{
	json_t *tags = json_object();

	for (size_t i = 0; i < log->benchmark_count; i++) {
		const char *suite = log->benchmarks[i].suite, *text;
		json_t *of_suite;

		if (json_object_get(tags, suite))
			continue;
		text = log_suite_meta(log, suite, "tags");
		of_suite = text ? json_loads(text, 0, NULL) : NULL;
		json_put(tags, suite, of_suite ? of_suite : json_object());
	}
	return tags;
}

/* A suite (tag NULL), or a tag of any. */
struct group {
	const char *suite, *tag;
	const json_t *tags;
};

static bool has_row(const struct row *row, void *ctx)
{
	const struct group *group = ctx;
	const json_t *names, *name;
	size_t i;

	if (!group->tag)
		return !strcmp(row->suite, group->suite);
	names = json_object_get(json_object_get(group->tags, row->suite), group->tag);
	json_array_foreach(names, i, name)
		if (json_is_string(name) && !strcmp(json_string_value(name), row->name))
			return true;
	return false;
}

void groups_each(const struct comparison *comparison,
	void (*take)(void *ctx, const char *name, const struct mean_ratio *mean), void *ctx)
{
	json_auto_t *tags = comparison->options.by ? tags_of(comparison->new) : NULL;
	json_auto_t *all = json_object();
	struct group group = { .tags = tags };
	const char *suite, *tag, *name;
	json_t *of_suite, *names;

	json_object_foreach(tags, suite, of_suite) {
		if (comparison->options.by == BY_SUITE)
			json_put(all, suite, json_null());
		else
			json_object_foreach(of_suite, tag, names)
				json_put(all, tag, json_null());
	}
	json_object_foreach(all, name, names) {
		bool by_suite = comparison->options.by == BY_SUITE;
		AUTO_FREE char *title =
			memory_format("%s %s", by_suite ? "suite" : "tag", name);
		struct mean_ratio mean;

		group.suite = by_suite ? name : NULL;
		group.tag = by_suite ? NULL : name;
		mean = mean_ratio_of(comparison, has_row, &group);
		if (mean.count)
			take(ctx, title, &mean);
	}
}
