/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/github.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/comparison.h"

/* At the place where the benchmark is registered now, else where it was. */
static void annotate_row(FILE *out, const char *level, const struct comparison *comparison,
	const struct row *row)
{
	const struct log_benchmark *now = row->new.benchmark, *then = row->old.benchmark;
	const struct log_benchmark *place = now && *now->file ? now : then;
	AUTO_FREE char *title = memory_format("%s/%s", row->suite, row->name), *text = NULL;

	text = words_row(comparison, row);
	github_annotate(
		out, level, place ? place->file : "", place ? place->line : 0, title, text);
}

#define WHOLE "bdriver compare"

static void notice_headline(FILE *out, const struct comparison *comparison)
{
	AUTO(string_list_release) struct string_list lines = { 0 };

	headline_add(comparison, &lines);
	for (size_t i = 0; i < lines.count; i++)
		github_annotate(out, "notice", "", 0, WHOLE, lines.items[i]);
}

/* GitHub shows ten annotations of a kind: the worst rows, and one that sums up. */
#define MOST 9

/* Errors are the rows that fail, warnings those that regressed and do not. */
static void annotate_rows(
	const struct comparison *comparison, enum fail_on fail_on, bool errors, FILE *out)
{
	const char *level = errors ? "error" : "warning";
	size_t count = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		bool fails = row_fails(row, fail_on);

		if ((errors ? fails : !fails && row_fails(row, FAIL_ON_REGRESSION)) &&
			++count <= MOST)
			annotate_row(out, level, comparison, row);
	}
	if (count > MOST)
		github_say(out, level, WHOLE,
			memory_format("%zu more: see the comparison", count - MOST));
}

/* Before all rows: it says what they are worth. */
static void annotate_first(const struct comparison *comparison, enum fail_on fail_on, FILE *out)
{
	enum undecided why = comparison->summary.undecided;
	bool fails = why == UNDECIDED_SHIFT &&
		     (fail_on == FAIL_ON_SHIFT || fail_on == FAIL_ON_CHANGE);

	github_say(out,
		!why    ? "notice"
		: fails ? "error"
			: "warning",
		WHOLE, headline_first(comparison));
}

/* The most serious of those that no other notice says. */
static void notice_caveats(const struct comparison *comparison, FILE *out)
{
	size_t count = 0;

	for (size_t i = 0; i < comparison->caveats.count && count < 3; i++)
		if (*comparison->caveat_briefs.items[i] && ++count)
			github_annotate(out, "notice", "", 0, "bdriver compare",
				comparison->caveats.items[i]);
}

/* Of each metric but time that changed: its first row, and how many more. */
static void notice_counted(const struct comparison *comparison, FILE *out)
{
	for (size_t m = 0; m < comparison->metric_count; m++) {
		size_t n = comparison->metrics[m].changed, i = 0;
		AUTO_FREE char *name = NULL, *text = NULL;
		char more[40] = "";

		if (!n)
			continue;
		while (!change_is_called(&comparison->rows[i].counted[m]))
			i++;
		name = words_name(comparison, &comparison->rows[i]);
		text = words_change(
			&comparison->metrics[m].about, &comparison->rows[i].counted[m]);
		if (n > 1)
			snprintf(more, sizeof(more), "; %zu more", n - 1);
		github_say(out, "notice", WHOLE, memory_format("%s: %s%s", name, text, more));
	}
}

static void github_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	AUTO_FREE char *counts = words_counts(comparison), *machine = words_machine(comparison);

	annotate_first(comparison, options->fail_on, out);
	annotate_rows(comparison, options->fail_on, true, out);
	annotate_rows(comparison, options->fail_on, false, out);
	github_say(out, "notice", WHOLE,
		memory_format("%s%s%s", counts, machine ? "; machine: " : "",
			machine ? machine : ""));
	notice_headline(out, comparison);
	notice_caveats(comparison, out);
	notice_counted(comparison, out);
	github_say(out, executables_fail(comparison) ? "error" : "notice", WHOLE,
		words_executables(comparison));
	github_say(out, "notice", WHOLE, words_same_code(comparison));
	github_say(out, "notice", WHOLE, words_means(comparison));
}

const struct report_format report_github = { "github", github_report };
