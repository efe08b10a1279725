/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "compare/report/headline.h"
#include "compare/report/shown.h"
#include "compare/report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Caveats without -v. */
#define CAVEATS 3
/* Changes of each counted metric without -v. */
#define CHANGES 10

static enum style verdict_style(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_REGRESSED:
	case VERDICT_FAILED:
	case VERDICT_REMOVED:
		return STYLE_BAD;
	case VERDICT_IMPROVED:
		return STYLE_GOOD;
	case VERDICT_INCONCLUSIVE:
		return STYLE_WARN;
	default:
		return STYLE_PLAIN;
	}
}

/* Adds and frees. */
static void add_text(struct layout *layout, enum style style, char *text)
{
	layout_add(layout, style, text);
	free(text);
}

static const char *or_empty(const char *text)
{
	return strcmp(text, "-") == 0 ? "" : text;
}

/* The rows as a table: by verdict, each with its heading, or with the verdict as a column where
 * they have another order. */
struct table {
	const struct comparison *comparison;
	struct shown shown;
	struct layout layout;
	bool grouped;
};

/* "suite/Sort/100", or "suite/Sort/100 (2 of 3)" where it stands for others. */
static char *shown_name(const struct table *table, size_t i)
{
	const struct shown_row *one = &table->shown.rows[i];
	AUTO_FREE char *name = words_name(table->comparison, &table->comparison->rows[i]);
	char *text;

	if (one->same > 1)
		text = memory_format("%s%s (%zu of %zu)", table->grouped ? "  " : "", name,
			one->same, one->family);
	else
		text = memory_format("%s%s", table->grouped ? "  " : "", name);
	return text;
}

static void add_row(struct table *table, size_t i)
{
	const struct row *row = &table->comparison->rows[i];
	struct layout *layout = &table->layout;
	enum style style = verdict_style(row->time.verdict);
	AUTO_FREE char *verdict = words_verdict(row), *note = words_note(row);
	char text[FORMAT_SIZE];
	struct format_row change = format_row(row->time.ratio, row->time.low, row->time.high);

	add_text(layout, STYLE_PLAIN, shown_name(table, i));
	layout_add(layout, STYLE_PLAIN, or_empty(format_time(text, row->time.old)));
	layout_add(layout, STYLE_PLAIN, or_empty(format_time(text, row->time.new)));
	layout_add(layout, style, or_empty(change.change));
	layout_add(layout, STYLE_PLAIN, or_empty(change.interval));
	layout_add(layout, style, table->grouped ? "" : verdict);
	add_text(layout, STYLE_DIM,
		table->grouped && row->moved == MOVED_DUBIOUSLY ? memory_format("(?) %s", note)
								: memory_text(note));
}

/* "51 regressed", and how many of them follow. */
static void add_heading(struct table *table, enum verdict verdict)
{
	size_t all = table->comparison->summary.counts[verdict];
	size_t hidden = table->shown.hidden[verdict];

	AUTO_FREE char *text = hidden ? memory_format("%zu %s (%zu more: -v)", all,
						verdict_name(verdict), hidden)
				      : memory_format("%zu %s", all, verdict_name(verdict));

	layout_heading(&table->layout, verdict_style(verdict), text);
}

static size_t add_rows(struct table *table)
{
	const struct comparison *comparison = table->comparison;
	enum verdict last = VERDICT_COUNT;
	size_t count = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		if (!table->shown.rows[i].shown)
			continue;
		if (table->grouped && comparison->rows[i].time.verdict != last)
			add_heading(table, comparison->rows[i].time.verdict);
		last = comparison->rows[i].time.verdict;
		add_row(table, i);
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

static const char *mark(const struct report_options *options)
{
	return options->color ? "\033[33m!\033[0m " : "! ";
}

/* In one line, which is cut. */
static void print_brief(const char *brief, const struct report_options *options, FILE *out)
{
	size_t room = options->width > 20 ? options->width - 2 : SIZE_MAX;
	AUTO_FREE char *text = layout_cut(brief, room);

	layout_wrap(out, 0, mark(options), text);
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
		layout_wrap(out, options->width, mark(options), caveats->items[i]);
	return 0;
}

/* "443 unchanged: ...". */
static void print_hidden(const struct comparison *comparison, const struct shown *shown,
	const struct report_options *options, FILE *out)
{
	AUTO_FREE char *unchanged =
		shown->hidden[VERDICT_UNCHANGED] ? words_unchanged(comparison) : NULL;
	AUTO_FREE char *same = words_same_code(comparison);

	if (unchanged)
		layout_wrap(out, options->width, "", unchanged);
	if (same)
		layout_wrap(out, options->width, "", same);
}

/* Explains the factors of format_change() and the counts of families, if there are any. */
static void print_legend(
	const struct comparison *comparison, const struct shown *shown, FILE *out)
{
	bool factors = false;

	for (size_t i = 0; i < comparison->row_count; i++) {
		double ratio = comparison->rows[i].time.ratio;

		factors |= shown->rows[i].shown &&
			   (ratio >= FORMAT_FACTOR_FROM || ratio <= 1 / FORMAT_FACTOR_FROM);
	}
	if (factors)
		fputs("x4: takes four times as long as before; /4: a quarter of the time\n",
			out);
	if (shown->families)
		fputs("(N of M): N of M NAME/... have this verdict; the largest change is "
		      "shown\n",
			out);
}

/* Returns how many rows with a verdict that matters were left out. */
static size_t print_rows(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const struct column columns[] = {
		{ "benchmark", ALIGN_LEFT },
		{ comparison->names.old, ALIGN_RIGHT },
		{ comparison->names.new, ALIGN_RIGHT },
		{ "change", ALIGN_RIGHT },
		{ "95 % interval", ALIGN_RIGHT },
		{ "verdict", ALIGN_LEFT },
		{ "note", ALIGN_LEFT },
	};
	struct layout_size size = { .width = options->width, .color = options->color };
	struct table table = { .comparison = comparison, .grouped = is_grouped(comparison) };
	size_t count;

	shown_make(&table.shown, comparison, options);
	layout_init(&table.layout, columns, ARRAY_SIZE(columns));
	count = add_rows(&table);
	layout_print(&table.layout, out, &size);
	if (!options->quiet)
		print_legend(comparison, &table.shown, out);
	if (!options->changes_only && !options->quiet)
		print_hidden(comparison, &table.shown, options, out);
	else if (!count)
		fputs("no changes\n", out);
	layout_release(&table.layout);
	shown_release(&table.shown);
	return comparison->row_count - count;
}

static enum style change_style(const struct metric *metric, const struct metric_change *change)
{
	return metric->better == BETTER_UNKNOWN ? STYLE_WARN : verdict_style(change->verdict);
}

/* The rows whose metric changed; returns how many were left out. */
static size_t add_changes(struct layout *layout, const struct comparison *comparison, size_t m,
	const struct report_options *options)
{
	const struct compared_metric *metric = &comparison->metrics[m];
	size_t most = options->verbose ? SIZE_MAX : CHANGES, n = 0;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < comparison->row_count && n < metric->changed; i++) {
		const struct row *row = &comparison->rows[i];
		const struct metric_change *change = &row->counted[m];

		if (!change_is_called(change) || n++ >= most)
			continue;
		add_text(layout, STYLE_PLAIN, words_name(comparison, row));
		layout_add(layout, STYLE_PLAIN, metric->about.title);
		layout_add(layout, STYLE_PLAIN, metric->about.format(text, change->old));
		layout_add(layout, STYLE_PLAIN, metric->about.format(text, change->new));
		layout_add(layout, change_style(&metric->about, change),
			format_change(text, change->ratio));
	}
	return n > most ? n - most : 0;
}

/* The other metrics: what changed of them. */
static void print_counted(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const struct column columns[] = {
		{ "benchmark", ALIGN_LEFT },
		{ "metric", ALIGN_LEFT },
		{ comparison->names.old, ALIGN_RIGHT },
		{ comparison->names.new, ALIGN_RIGHT },
		{ "change", ALIGN_RIGHT },
	};
	struct layout_size size = { .width = options->width, .color = options->color };
	struct layout layout;
	size_t hidden = 0;

	if (!comparison->summary.counted_changes)
		return;
	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t m = 0; m < comparison->metric_count; m++)
		hidden += add_changes(&layout, comparison, m, options);
	fputc('\n', out);
	layout_print(&layout, out, &size);
	layout_release(&layout);
	if (hidden)
		fprintf(out, "%zu more changed in these metrics: -v\n", hidden);
}

static void print_totals(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	AUTO_FREE char *counts = words_counts(comparison), *means = words_means(comparison);
	AUTO_FREE char *machine = words_machine(comparison),
		       *first = headline_first(comparison);
	AUTO_FREE char *all = memory_format(
		"%s%s%s", counts, machine ? "; machine: " : "", machine ? machine : "");
	size_t lost = comparison->summary.lost;

	if (first)
		layout_wrap(out, options->width, "", first);
	layout_wrap(out, options->width, "", all);
	if (lost)
		fprintf(out, "%zu %s fine and now %s or %s gone\n", lost,
			lost == 1 ? "was" : "were", lost == 1 ? "fails" : "fail",
			lost == 1 ? "is" : "are");
	layout_wrap(out, options->width, "", means);
}

/* What -v would show. */
static void print_more(
	size_t rows, size_t caveats, const struct report_options *options, FILE *out)
{
	if (options->verbose || options->changes_only || !(rows + caveats))
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
