/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/report/columns.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/machine_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Caveats without -v. */
#define CAVEATS 3
/* Changes of each counted metric without -v. */
#define CHANGES 10

/* "51 regressed", and how many of them follow. */
static void add_heading(
	const struct row_context *of, struct layout *layout, enum verdict verdict)
{
	size_t all = of->comparison->summary.counts[verdict];
	size_t hidden = of->shown->hidden[verdict];
	AUTO_FREE char *text = hidden ? memory_format("%zu %s (%zu more: -v)", all,
						verdict_name(verdict), hidden)
				      : memory_format("%zu %s", all, verdict_name(verdict));

	layout_heading(layout, verdict_style(verdict), text);
}

static size_t add_rows(
	const struct row_context *of, const struct columns *columns, struct layout *layout)
{
	const struct comparison *comparison = of->comparison;
	enum verdict last = VERDICT_COUNT;
	size_t count = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (!of->shown->rows[i].shown)
			continue;
		if (of->grouped && row->time.verdict != last)
			add_heading(of, layout, row->time.verdict);
		last = row->time.verdict;
		columns_layout_row(columns, layout, row);
		count++;
	}
	return count;
}

static bool is_grouped(const struct comparison *comparison)
{
	for (size_t i = 1; i < comparison->row_count; i++)
		if (comparison->rows[i].time.verdict < comparison->rows[i - 1].time.verdict)
			return false;
	return true;
}

/* Writes and frees; NULL: nothing. */
static void print_line(char *text, const struct report_options *options, FILE *out)
{
	if (text)
		layout_wrap(out, options->width, "", text);
	free(text);
}

/* "old   monday/old.log, ...": the label, and the rest behind it. */
static void print_fact(const char *label, int width, const char *text,
	const struct report_options *o, FILE *out)
{
	AUTO_FREE char *first = memory_format("%-*s", width, label);

	layout_wrap(out, o->width, first, text);
}

static void print_facts(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	bool brief = !options->verbose;
	AUTO_FREE char *old = words_log(comparison, true, brief);
	AUTO_FREE char *new = words_log(comparison, false, brief),
		       *rule = words_rule(comparison, brief);
	const struct side_names *names = &comparison->names;
	size_t then = strlen(names->old), now = strlen(names->new);
	int width = (int)fmax(fmax((double)then, (double)now), 4) + 2;

	print_fact(names->old, width, old, options, out);
	print_fact(names->new, width, new, options, out);
	print_fact("rule", width, rule, options, out);
}

static void print_headline(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	AUTO(string_list_release) struct string_list lines = { 0 };

	headline_add(comparison, &lines);
	for (size_t i = 0; i < lines.count; i++)
		layout_wrap(out, options->width, "", lines.items[i]);
	fputc('\n', out);
}

static const char *warning_sign(const struct report_options *options)
{
	return options->color ? "\033[33m!\033[0m " : "! ";
}

/* In one line, which is cut. */
static void print_brief(const char *brief, const struct report_options *options, FILE *out)
{
	size_t room = options->width > 20 ? options->width - 2 : SIZE_MAX;
	AUTO_FREE char *text = layout_truncate(brief, room);

	layout_wrap(out, 0, warning_sign(options), text);
}

static size_t print_briefs(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const struct string_list *briefs = &comparison->caveat_briefs;
	size_t printed = 0;

	for (size_t i = 0; i < briefs->count && printed < CAVEATS; i++)
		if (*briefs->items[i] && ++printed)
			print_brief(briefs->items[i], options, out);
	return printed;
}

/* Returns how many were left out. */
static size_t print_caveats(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const struct string_list *caveats = &comparison->caveats;

	if (!options->verbose)
		return caveats->count - print_briefs(comparison, options, out);
	for (size_t i = 0; i < caveats->count; i++)
		layout_wrap(out, options->width, warning_sign(options), caveats->items[i]);
	return 0;
}

/* "443 unchanged: ...". */
static void print_hidden(const struct comparison *comparison, const struct shown *shown,
	const struct report_options *options, FILE *out)
{
	if (shown->hidden[VERDICT_UNCHANGED])
		print_line(words_unchanged(comparison), options, out);
	print_line(words_same_code(comparison), options, out);
}

/* From this share of disturbed launches on, the word is explained. */
#define DISTURBED_MANY 0.1

/* Explains what the first lines and the rows that are shown have. */
static void print_legend(
	const struct comparison *comparison, const struct shown *shown, FILE *out)
{
	struct machine_share disturbed = machine_state(comparison).disturbed;
	bool factors = false, dubious = false;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		double ratio = row->time.ratio;

		if (!shown->rows[i].shown)
			continue;
		factors |= ratio >= FORMAT_FACTOR_FROM || ratio <= 1 / FORMAT_FACTOR_FROM;
		dubious |= row->moved == MOVED_DUBIOUSLY;
	}
	if (factors)
		fputs("x4: takes four times as long as before; /4: a quarter of the time\n",
			out);
	if (dubious)
		fputs("(?): old and new have times in common, so it may be noise\n", out);
	if (shown->families)
		fputs("(N of M): N of M NAME/... have this verdict; the largest change is "
		      "shown\n",
			out);
	if (disturbed.of && (double)disturbed.part >= DISTURBED_MANY * (double)disturbed.of)
		fputs("disturbed: lost time to other programs; verdicts hold, as the "
		      "intervals include it\n",
			out);
}

/* Returns how many rows with a verdict that matters were left out. */
static size_t print_rows(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	struct layout_size size = { .width = options->width, .color = options->color };
	struct shown shown;
	struct row_context of = { comparison, &shown, is_grouped(comparison) };
	struct columns columns = row_columns(&of);
	struct layout layout;
	size_t count;

	shown_make(&shown, comparison, options);
	columns.none = "";
	columns_layout(&columns, &layout);
	count = add_rows(&of, &columns, &layout);
	if (count)
		print_line(words_prefix(comparison), options, out);
	layout_print(&layout, out, &size);
	if (!options->quiet)
		print_legend(comparison, &shown, out);
	if (!options->quiet)
		print_hidden(comparison, &shown, options, out);
	else if (!count)
		fputs("no changes\n", out);
	layout_release(&layout);
	shown_release(&shown);
	return comparison->row_count - count;
}

/* The other metrics: what changed of them. */
static void print_counted(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	struct layout_size size = { .width = options->width, .color = options->color };
	struct columns columns = change_columns(comparison);
	AUTO_FREE struct change_row *rows = change_rows(comparison);
	size_t changes = comparison->summary.counted_changes, hidden = 0, before = 0;
	AUTO(layout_release) struct layout layout;

	columns_layout(&columns, &layout);
	for (size_t i = 0; i < changes; i++) {
		before = i && rows[i].metric == rows[i - 1].metric ? before + 1 : 0;
		if (options->verbose || before < CHANGES)
			columns_layout_row(&columns, &layout, &rows[i]);
		else
			hidden++;
	}
	if (!changes)
		return;
	fputc('\n', out);
	layout_print(&layout, out, &size);
	if (hidden)
		fprintf(out, "%zu more changed in these metrics: -v\n", hidden);
}

static void print_totals(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	AUTO_FREE char *counts = words_counts(comparison), *machine = words_machine(comparison);
	size_t lost = comparison->summary.lost;

	print_line(headline_first(comparison), options, out);
	print_line(memory_format("%s%s%s", counts, machine ? "; machine: " : "",
			   machine ? machine : ""),
		options, out);
	if (lost)
		fprintf(out, "%zu %s fine and now %s or %s gone\n", lost,
			lost == 1 ? "was" : "were", lost == 1 ? "fails" : "fail",
			lost == 1 ? "is" : "are");
	print_line(words_means(comparison), options, out);
	print_line(words_size(comparison), options, out);
}

/* What -v would show. */
static void print_more(
	size_t rows, size_t caveats, const struct report_options *options, FILE *out)
{
	if (options->verbose || !(rows + caveats))
		return;
	fprintf(out, "-v: %s%s", rows ? "all benchmarks" : "", rows && caveats ? " and " : "");
	if (caveats)
		fprintf(out, "%zu more caveat%s", caveats, PLURAL(caveats));
	fputc('\n', out);
}

static void text_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	size_t rows, caveats;

	print_totals(comparison, options, out);
	print_headline(comparison, options, out);
	rows = print_rows(comparison, options, out);
	print_counted(comparison, options, out);
	fputc('\n', out);
	caveats = print_caveats(comparison, options, out);
	if (options->quiet)
		return;
	print_facts(comparison, options, out);
	print_more(rows, caveats, options, out);
}

const struct report_format report_text = { "text", text_report };
