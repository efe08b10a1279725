/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"
#include "compare/report/columns.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/whole.h"

#include <stdlib.h>

/* A comment on GitHub holds 65,536 characters: without -v, folded tables are cut at this
 * row. */
#define FOLDED_MOST 100

/* Writes and frees; NULL: nothing. */
static void put_markdown(FILE *out, const char *before, char *text, const char *after)
{
	if (!text)
		return;
	fputs(before, out);
	markup_put(out, MARKUP_MARKDOWN, text);
	fputs(after, out);
	free(text);
}

static void say_more(FILE *out, size_t n, size_t most)
{
	if (n > most)
		fprintf(out, "\n%zu more %s not listed (`-v` lists all).\n", n - most,
			n - most == 1 ? "is" : "are");
}

static void verdict_table(
	FILE *out, const struct comparison *comparison, unsigned mask, size_t most)
{
	AUTO_FREE const void **rows = memory_array(comparison->row_count, sizeof(void *));
	struct row_context context = { .comparison = comparison };
	struct columns columns = row_columns(&context);
	size_t n = 0;

	for (size_t i = 0; i < comparison->row_count; i++)
		if (mask & 1u << comparison->rows[i].time.verdict)
			rows[n++] = &comparison->rows[i];
	fputc('\n', out);
	columns_print(&columns, CELLS_MARKDOWN, rows, n < most ? n : most, out, NULL);
	say_more(out, n, most);
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

static void counted_table(
	FILE *out, const struct comparison *comparison, const struct report_options *options)
{
	size_t changes = comparison->summary.counted_changes;
	size_t most = options->verbose || changes < FOLDED_MOST ? changes : FOLDED_MOST;
	AUTO_FREE struct change_row *rows = change_rows(comparison);
	AUTO_FREE const void **places = columns_rows(rows, changes, sizeof(*rows));
	struct columns columns = change_columns(comparison);

	if (!changes)
		return;
	fprintf(out, "<details><summary>Other metrics: %zu changed</summary>\n\n", changes);
	columns_print(&columns, CELLS_MARKDOWN, places, most, out, NULL);
	say_more(out, changes, most);
	fputs("\n</details>\n\n", out);
}

static void caveat_list(FILE *out, const struct comparison *comparison, const char *before)
{
	for (size_t i = 0; i < comparison->caveats.count; i++) {
		fputs(before, out);
		markup_put(out, MARKUP_MARKDOWN, comparison->caveats.items[i]);
		fputc('\n', out);
	}
}

static void headline(FILE *out, const struct comparison *comparison)
{
	AUTO(string_list_release) struct string_list lines = { 0 };

	headline_add(comparison, &lines);
	for (size_t i = 0; i < lines.count; i++) {
		markup_put(out, MARKUP_MARKDOWN, lines.items[i]);
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
	if (words_nothing_changed(comparison))
		caveat_list(out, comparison, "- ");
	fputs("\n</details>\n", out);
}

static void markdown_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const size_t *counts = comparison->summary.counts;
	unsigned mask = 1u << VERDICT_REGRESSED | 1u << VERDICT_IMPROVED |
			1u << VERDICT_REMOVED | 1u << VERDICT_FAILED;
	bool same = words_nothing_changed(comparison);

	put_markdown(out, "**", headline_first(comparison), "**\n\n");
	put_markdown(out, "### Benchmarks: ", words_counts(comparison), "\n\n");
	headline(out, comparison);
	if (comparison->caveats.count && !same) {
		fputs("> [!WARNING]\n", out);
		caveat_list(out, comparison, "> - ");
		fputc('\n', out);
	}
	put_markdown(out, "", words_means(comparison), "\n");
	put_markdown(out, "\n", words_size(comparison), "\n");
	put_markdown(out, "\n", same ? NULL : words_prefix(comparison), "\n");
	if (counts[VERDICT_REGRESSED] + counts[VERDICT_IMPROVED] + counts[VERDICT_REMOVED] +
		counts[VERDICT_FAILED])
		verdict_table(out, comparison, mask, SIZE_MAX);
	else
		fputc('\n', out);
	folded_verdict(out, comparison, options, VERDICT_INCONCLUSIVE);
	folded_verdict(out, comparison, options, VERDICT_ADDED);
	folded_verdict(out, comparison, options, VERDICT_NOT_MEASURED);
	folded_verdict(out, comparison, options, VERDICT_UNCHANGED);
	counted_table(out, comparison, options);
	fact_list(out, comparison);
}

const struct report_format report_markdown = { "markdown", markdown_report };
