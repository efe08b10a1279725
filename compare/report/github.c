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

static void github_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (row_fails(row, options->fail_on))
			annotate_row(out, "error", row);
		else if (row_fails(row, FAIL_ON_REGRESSION))
			annotate_row(out, "warning", row);
	}
	for (size_t i = 0; i < comparison->caveats.count; i++)
		github_annotate(
			out, "warning", "", 0, "bdriver compare", comparison->caveats.items[i]);
	for (size_t i = 0; i < comparison->row_count; i++)
		notice_comparison(out, words_memory(comparison, &comparison->rows[i]));
	notice_headline(out, comparison);
	notice_comparison(out, words_counts(comparison));
	notice_comparison(out, words_same_code(comparison));
	notice_comparison(out, words_means(comparison));
}

const struct report_format report_github = { "github", github_report };
