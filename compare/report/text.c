/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static void add_compared_row(
	struct layout *layout, const struct comparison *comparison, const struct row *row)
{
	enum style style = verdict_style(row->verdict);
	char text[FORMAT_SIZE];

	add_text(layout, STYLE_PLAIN, words_name(comparison, row));
	layout_add(layout, STYLE_PLAIN, or_empty(format_time(text, row->old.estimate_ns)));
	layout_add(layout, STYLE_PLAIN, or_empty(format_time(text, row->new.estimate_ns)));
	layout_add(layout, style, or_empty(format_change(text, row->time_ratio)));
	layout_add(layout, STYLE_PLAIN,
		or_empty(format_interval(text, row->ratio_low, row->ratio_high)));
	add_text(layout, style, words_verdict(row));
	add_text(layout, STYLE_DIM, words_note(row));
}

/* "old   monday/old.log, ...": the label, and the rest behind it. */
static void print_fact(const char *label, int width, const char *text,
	const struct report_options *o, FILE *out)
{
	char *first = memory_format("%-*s", width, label);

	layout_wrap(out, o->width, first, text);
	free(first);
}

static void print_facts(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	char *old = words_log(comparison, true), *new = words_log(comparison, false);
	char *rule = words_rule(comparison);
	const struct side_names *names = &comparison->names;
	size_t then = strlen(names->old), now = strlen(names->new);
	int width = (int)fmax(fmax((double)then, (double)now), 4) + 2;

	fputc('\n', out);
	print_fact(names->old, width, old, options, out);
	print_fact(names->new, width, new, options, out);
	print_fact("rule", width, rule, options, out);
	free(old);
	free(new);
	free(rule);
}

static void print_headline(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	struct string_list lines = { 0 };

	headline_add(comparison, &lines);
	for (size_t i = 0; i < lines.count; i++)
		layout_wrap(out, options->width, "", lines.items[i]);
	fputc('\n', out);
	string_list_release(&lines);
}

static void print_caveats(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	if (comparison->caveats.count)
		fputc('\n', out);
	for (size_t i = 0; i < comparison->caveats.count; i++)
		layout_wrap(out, options->width, options->color ? "\033[33m!\033[0m " : "! ",
			comparison->caveats.items[i]);
}

/* "and 27 more inconclusive, 3 more added (-v shows all)", "443 unchanged: ...". */
static void print_hidden(const struct comparison *comparison,
	const struct report_options *options, const size_t *hidden, FILE *out)
{
	char *unchanged = hidden[VERDICT_UNCHANGED] ? words_unchanged(comparison) : NULL;
	char *same = words_same_code(comparison);
	struct string_list list = { 0 };
	char *text;

	for (enum verdict v = 0; v < VERDICT_UNCHANGED; v++)
		if (hidden[v])
			string_list_addf(&list, "%zu more %s", hidden[v], verdict_name(v));
	text = string_list_take(&list, ", ");
	if (*text)
		fprintf(out, "and %s (-v shows all)\n", text);
	if (unchanged)
		layout_wrap(out, options->width, "", unchanged);
	if (same)
		layout_wrap(out, options->width, "", same);
	free(unchanged);
	free(same);
	free(text);
}

/* Explains the factors of format_change(), if there are any. */
static void print_legend(const struct comparison *comparison, FILE *out)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		double ratio = comparison->rows[i].time_ratio;

		if (ratio >= FORMAT_FACTOR_FROM || ratio <= 1 / FORMAT_FACTOR_FROM) {
			fputs("x4 takes four times as long as before, /4 takes a quarter of "
			      "the "
			      "time\n",
				out);
			return;
		}
	}
}

static void print_rows(
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
	size_t hidden[VERDICT_COUNT] = { 0 }, shown[VERDICT_COUNT] = { 0 };
	struct layout layout;

	layout_init(&layout, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < comparison->row_count; i++)
		if (words_shows(options, &comparison->rows[i], hidden, shown))
			add_compared_row(&layout, comparison, &comparison->rows[i]);
	layout_print(&layout, out, &size);
	if (!options->quiet)
		print_legend(comparison, out);
	if (!options->changes_only && !options->quiet)
		print_hidden(comparison, options, hidden, out);
	else if (!layout.cell_count)
		fputs("no changes\n", out);
	layout_release(&layout);
}

static void print_memory(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	const struct column columns[] = {
		{ "peak memory", ALIGN_LEFT },
		{ comparison->names.old, ALIGN_RIGHT },
		{ comparison->names.new, ALIGN_RIGHT },
		{ "change", ALIGN_RIGHT },
	};
	struct layout_size size = { .width = options->width, .color = options->color };
	struct layout layout;
	char text[FORMAT_SIZE];

	if (!comparison->summary.memory_changes)
		return;
	layout_init(&layout, columns, 4);
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		double ratio = row->new.peak_kib / row->old.peak_kib;

		if (!row->memory_change)
			continue;
		add_text(&layout, STYLE_PLAIN, words_name(comparison, row));
		layout_add(&layout, STYLE_PLAIN, format_kib(text, row->old.peak_kib));
		layout_add(&layout, STYLE_PLAIN, format_kib(text, row->new.peak_kib));
		layout_add(&layout, ratio > 1 ? STYLE_BAD : STYLE_GOOD,
			format_change(text, ratio));
	}
	fputc('\n', out);
	layout_print(&layout, out, &size);
	layout_release(&layout);
}

static void print_totals(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	char *counts = words_counts(comparison), *means = words_means(comparison);
	size_t lost = comparison->summary.lost;

	layout_wrap(out, options->width, "", counts);
	if (lost)
		fprintf(out, "%zu %s fine and now %s or %s gone\n", lost,
			lost == 1 ? "was" : "were", lost == 1 ? "fails" : "fail",
			lost == 1 ? "is" : "are");
	layout_wrap(out, options->width, "", means);
	free(counts);
	free(means);
}

static void text_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	print_totals(comparison, options, out);
	print_headline(comparison, options, out);
	print_rows(comparison, options, out);
	print_memory(comparison, options, out);
	print_caveats(comparison, options, out);
	if (!options->quiet)
		print_facts(comparison, options, out);
}

const struct report_format report_text = { "text", text_report };
