/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/markup.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"

#include <stdlib.h>

/* A comment on GitHub holds 65,536 characters: without -v, folded tables are cut at this
 * row. */
#define FOLDED_MOST 100

/* Writes and frees. */
static void put_markdown(FILE *out, const char *before, char *text, const char *after)
{
	fputs(before, out);
	markup_markdown(out, text);
	fputs(after, out);
	free(text);
}

/* A number, which needs no escape. */
static void number_cell(FILE *out, const char *text)
{
	fprintf(out, " | %s", text);
}

static void row_line(FILE *out, const struct comparison *comparison, const struct row *row)
{
	struct format_row change = format_row(row->time.ratio, row->time.low, row->time.high);
	char text[FORMAT_SIZE];

	put_markdown(out, "| ", words_name(comparison, row), "");
	number_cell(out, format_time(text, row->time.old));
	number_cell(out, format_time(text, row->time.new));
	number_cell(out, change.change);
	number_cell(out, change.interval);
	put_markdown(out, " | ", words_verdict(row), "");
	put_markdown(out, " | ", words_note(row), " |\n");
}

static void verdict_table(
	FILE *out, const struct comparison *comparison, unsigned mask, size_t most)
{
	size_t n = 0;

	fprintf(out,
		"\n| benchmark | %s | %s | change | 95 %% interval | verdict | note |\n"
		"|:--|--:|--:|--:|--:|:--|:--|\n",
		comparison->names.old, comparison->names.new);
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (!(mask & 1u << row->time.verdict))
			continue;
		if (n++ < most)
			row_line(out, comparison, row);
	}
	if (n > most)
		fprintf(out, "\n%zu more %s not listed (`-v` lists all).\n", n - most,
			n - most == 1 ? "is" : "are");
	fputc('\n', out);
}

static void folded_verdict(FILE *out, const struct comparison *comparison,
	const struct report_options *options, enum verdict verdict)
{
	size_t n = comparison->summary.counts[verdict];

	if (!n)
		return;
	fprintf(out, "<details><summary>%zu %s</summary>\n", n, verdict_name(verdict));
	verdict_table(
		out, comparison, 1u << verdict, options->verbose ? SIZE_MAX : FOLDED_MOST);
	fputs("</details>\n\n", out);
}

static void counted_line(
	FILE *out, const struct comparison *comparison, const struct row *row, size_t m)
{
	const struct metric *metric = &comparison->metrics[m].about;
	const struct metric_change *change = &row->counted[m];
	char text[FORMAT_SIZE];

	put_markdown(out, "| ", words_name(comparison, row), "");
	put_markdown(out, " | ", memory_text(metric->title), "");
	number_cell(out, metric->format(text, change->old));
	number_cell(out, metric->format(text, change->new));
	number_cell(out, format_change(text, change->ratio));
	fprintf(out, " | %s |\n", words_change_verdict(metric, change));
}

static void counted_table(
	FILE *out, const struct comparison *comparison, const struct report_options *options)
{
	size_t changes = comparison->summary.counted_changes, n = 0;
	size_t most = options->verbose ? SIZE_MAX : FOLDED_MOST;

	if (!changes)
		return;
	fprintf(out,
		"<details><summary>Other metrics: %zu changed</summary>\n\n"
		"| benchmark | metric | %s | %s | change | verdict |\n"
		"|:--|:--|--:|--:|--:|:--|\n",
		changes, comparison->names.old, comparison->names.new);
	for (size_t m = 0; m < comparison->metric_count; m++)
		for (size_t i = 0; i < comparison->row_count; i++)
			if (change_is_called(&comparison->rows[i].counted[m]) && n++ < most)
				counted_line(out, comparison, &comparison->rows[i], m);
	if (n > most)
		fprintf(out, "\n%zu more %s not listed (`-v` lists all).\n", n - most,
			n - most == 1 ? "is" : "are");
	fputs("\n</details>\n\n", out);
}

static void caveat_list(FILE *out, const struct comparison *comparison)
{
	if (!comparison->caveats.count)
		return;
	fputs("> [!WARNING]\n", out);
	for (size_t i = 0; i < comparison->caveats.count; i++) {
		fputs("> - ", out);
		markup_markdown(out, comparison->caveats.items[i]);
		fputc('\n', out);
	}
	fputc('\n', out);
}

static void headline(FILE *out, const struct comparison *comparison)
{
	AUTO(string_list_release) struct string_list lines = { 0 };

	headline_add(comparison, &lines);
	for (size_t i = 0; i < lines.count; i++) {
		markup_markdown(out, lines.items[i]);
		fputs("\n\n", out);
	}
}

static void fact_list(FILE *out, const struct comparison *comparison)
{
	fputs("<details><summary>What was compared</summary>\n\n", out);
	fprintf(out, "- %s: ", comparison->names.old);
	put_markdown(out, "", words_log(comparison, true, false), "\n");
	fprintf(out, "- %s: ", comparison->names.new);
	put_markdown(out, "", words_log(comparison, false, false), "\n");
	put_markdown(out, "- rule: ", words_rule(comparison, false), "\n");
	fputs("\n</details>\n", out);
}

static void markdown_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const size_t *counts = comparison->summary.counts;
	unsigned mask = 1u << VERDICT_REGRESSED | 1u << VERDICT_IMPROVED |
			1u << VERDICT_REMOVED | 1u << VERDICT_FAILED;
	char *first = headline_first(comparison);

	if (first)
		put_markdown(out, "**", first, "**\n\n");
	put_markdown(out, "### Benchmarks: ", words_counts(comparison), "\n\n");
	headline(out, comparison);
	caveat_list(out, comparison);
	put_markdown(out, "", words_means(comparison), "\n");
	if (counts[VERDICT_REGRESSED] + counts[VERDICT_IMPROVED] + counts[VERDICT_REMOVED] +
		counts[VERDICT_FAILED])
		verdict_table(out, comparison, mask, SIZE_MAX);
	else
		fputc('\n', out);
	if (!options->changes_only)
		folded_verdict(out, comparison, options, VERDICT_INCONCLUSIVE);
	folded_verdict(out, comparison, options, VERDICT_ADDED);
	folded_verdict(out, comparison, options, VERDICT_NOT_MEASURED);
	if (!options->changes_only)
		folded_verdict(out, comparison, options, VERDICT_UNCHANGED);
	counted_table(out, comparison, options);
	fact_list(out, comparison);
}

const struct report_format report_markdown = { "markdown", markdown_report };
