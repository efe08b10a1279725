/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/print/markup.h"
#include "compare/report/words.h"

#include <stdlib.h>

/* The benchmark as it is registered now, else as it was. */
static const struct log_benchmark *registered(const struct row *row)
{
	const struct log_benchmark *now = row->new.benchmark, *then = row->old.benchmark;

	if (now && *now->file)
		return now;
	return then && *then->file ? then : NULL;
}

static void annotation(FILE *out, const char *level, const struct row *row)
{
	const struct log_benchmark *benchmark = registered(row);
	char *text = words_row(row);

	fprintf(out, "::%s ", level);
	if (benchmark) {
		fputs("file=", out);
		markup_github_property(out, benchmark->file);
		if (benchmark->line)
			fprintf(out, ",line=%u", benchmark->line);
		fputc(',', out);
	}
	fputs("title=", out);
	markup_github_property(out, row->suite);
	fputc('/', out);
	markup_github_property(out, row->name);
	fputs("::", out);
	markup_github(out, text);
	fputc('\n', out);
	free(text);
}

static void notice(FILE *out, const char *level, const char *text)
{
	fprintf(out, "::%s title=bdriver compare::", level);
	markup_github(out, text);
	fputc('\n', out);
}

/* The worst row comes first: GitHub shows ten annotations of a level and a step. */
void report_github(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	char *counts = words_counts(comparison), *means = words_means(comparison);

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (row_fails(row, options->fail_on))
			annotation(out, "error", row);
		else if (row_fails(row, FAIL_ON_REGRESSION))
			annotation(out, "warning", row);
	}
	for (size_t i = 0; i < comparison->caveats.count; i++)
		notice(out, "warning", comparison->caveats.items[i]);
	for (size_t i = 0; i < comparison->row_count; i++) {
		char *text = words_memory(comparison, &comparison->rows[i]);

		if (text)
			notice(out, "notice", text);
		free(text);
	}
	notice(out, "notice", counts);
	notice(out, "notice", means);
	free(counts);
	free(means);
}
