/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/github.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"

#include <stdlib.h>

/* At the place where the benchmark is registered now, else where it was. */
static void annotate_row(FILE *out, const char *level, const struct row *row)
{
	const struct log_benchmark *now = row->new.benchmark, *then = row->old.benchmark;
	const struct log_benchmark *place = now && *now->file ? now : then;
	char *title = memory_format("%s/%s", row->suite, row->name), *text = words_row(row);

	github_annotate(
		out, level, place ? place->file : "", place ? place->line : 0, title, text);
	free(title);
	free(text);
}

/* Of the whole comparison; writes and frees, NULL: nothing. */
static void notice_comparison(FILE *out, char *text)
{
	if (text)
		github_annotate(out, "notice", "", 0, "bdriver compare", text);
	free(text);
}

static void notice_headline(FILE *out, const struct comparison *comparison)
{
	struct string_list lines = { 0 };

	headline_add(comparison, &lines);
	for (size_t i = 0; i < lines.count; i++)
		github_annotate(out, "notice", "", 0, "bdriver compare", lines.items[i]);
	string_list_release(&lines);
}

/* GitHub shows ten annotations of a kind: the worst rows, and one that sums up. */
#define MOST 9

/* Annotates the rows that fail by `fail_on` and not by `but`. */
static void annotate_rows(const struct comparison *comparison, const char *level,
	enum fail_on fail_on, enum fail_on but, FILE *out)
{
	size_t count = 0;
	char *text;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (row_fails(row, fail_on) && !row_fails(row, but) && ++count <= MOST)
			annotate_row(out, level, row);
	}
	if (count <= MOST)
		return;
	text = memory_format("%zu more: see the comparison", count - MOST);
	github_annotate(out, level, "", 0, "bdriver compare", text);
	free(text);
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

static void notice_memory(const struct comparison *comparison, FILE *out)
{
	const struct row *first = NULL;
	size_t n = comparison->summary.memory_changes;
	char *text;

	for (size_t i = 0; i < comparison->row_count && !first; i++)
		first = comparison->rows[i].memory_change ? &comparison->rows[i] : NULL;
	if (!first)
		return;
	text = words_memory(comparison, first);
	notice_comparison(
		out, n > 1 ? memory_format("%s; %zu more", text, n - 1) : memory_text(text));
	free(text);
}

static void github_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	char *counts = words_counts(comparison), *machine = words_machine(comparison);

	annotate_rows(comparison, "error", options->fail_on, FAIL_ON_NEVER, out);
	annotate_rows(comparison, "warning", FAIL_ON_REGRESSION, options->fail_on, out);
	notice_comparison(out, memory_format("%s%s%s", counts, machine ? "; machine: " : "",
				       machine ? machine : ""));
	notice_headline(out, comparison);
	notice_caveats(comparison, out);
	notice_memory(comparison, out);
	notice_comparison(out, words_same_code(comparison));
	notice_comparison(out, words_means(comparison));
	free(counts);
	free(machine);
}

const struct report_format report_github = { "github", github_report };
