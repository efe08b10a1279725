/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "doctor/audit.h"
#include "doctor/base/bench_times.h"
#include "doctor/checks/pages.h"
#include "doctor/checks/spread.h"
#include "doctor/report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct column columns[] = {
	{ "benchmark", ALIGN_LEFT },
	{ "iteration", ALIGN_RIGHT },
	{ "n", ALIGN_RIGHT },
	{ "T(1)", ALIGN_RIGHT },
	{ "T(2)", ALIGN_RIGHT },
	{ "T(4)", ALIGN_RIGHT },
	{ "T(8)", ALIGN_RIGHT },
	{ "done once", ALIGN_RIGHT },
	{ "launches SD", ALIGN_RIGHT },
	{ "pages", ALIGN_RIGHT },
	{ "growth", ALIGN_RIGHT },
};

static void add_number(struct layout *layout, const char *text)
{
	layout_add(layout, STYLE_PLAIN, strcmp(text, "-") == 0 ? "" : text);
}

static void add_time(struct layout *layout, double ns)
{
	char text[FORMAT_SIZE];

	add_number(layout, format_time(text, ns));
}

static void add_whole(struct layout *layout, bool sign, double value)
{
	char text[FORMAT_SIZE] = "";

	if (isfinite(value))
		snprintf(text, sizeof(text), sign && value > 0 ? "+%.0f" : "%.0f", value);
	add_number(layout, text);
}

static void add_memory(struct layout *layout, const struct bench_data *bench)
{
	struct pages one = pages_of(bench_data_series(bench, 1));
	struct pages two = pages_of(bench_data_series(bench, 2));
	struct pages any = one.count || !bench->series_count ? one : pages_of(bench->series);

	add_whole(layout, false, any.least);
	add_whole(layout, true, two.least - one.least);
}

static void add_bench_row(
	struct layout *layout, const struct audit *audit, const struct bench_data *bench)
{
	const struct series *main_series = bench_data_main_series(bench);
	AUTO_FREE char *name = audit_words_name(audit, bench);
	char percent[FORMAT_SIZE];

	layout_add(layout, STYLE_PLAIN, name);
	add_time(layout, bench->series_count ? fmax(bench_data_slope_ns(bench), 0) : NAN);
	add_whole(layout, false,
		bench->tuned_iterations > 0 ? (double)bench->tuned_iterations : NAN);
	for (int64_t i = 1; i <= 8; i *= 2) {
		const struct series *series = bench_data_series(bench, i);

		add_time(layout, series ? series->time_ns : NAN);
	}
	add_number(layout, format_percent(percent, bench_data_setup_share(bench)));
	add_number(layout,
		format_percent(percent, main_series ? spread_between(main_series) : NAN));
	add_memory(layout, bench);
}

/* All numbers that the checks use, of every benchmark, in a table: `doctor -v`. */
static void numbers_print(const struct audit *audit, FILE *out, const struct layout_size *size)
{
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < audit->benches.count; i++)
		add_bench_row(&layout, audit, &audit->benches.items[i]);
	layout_print(&layout, out, size);
	fputc('\n', out);
}

static enum style finding_style(const struct finding *f)
{
	static const enum style styles[] = { STYLE_DIM, STYLE_WARN, STYLE_BAD };

	return f->waived ? STYLE_DIM : styles[f->severity];
}

static bool is_shown(const struct finding *f, const struct audit_report_options *options)
{
	return options->infos || f->severity > SEVERITY_INFO;
}

static void print_head(const struct audit *audit, const struct bench_data *bench,
	const struct audit_report_options *options, FILE *out)
{
	AUTO_FREE char *name = audit_words_name(audit, bench),
		       *place = audit_words_place(bench);

	layout_put(out, options->color, STYLE_BOLD, name);
	if (place[0]) {
		fputs("  ", out);
		layout_put(out, options->color, STYLE_DIM, place);
	}
	fputc('\n', out);
}

#define INDENT 25
/* Below this width there would be one word per line: then everything is indented less. */
#define NARROW        55
#define NARROW_INDENT 4

static size_t indent_of(const struct audit_report_options *options)
{
	return options->width && options->width < NARROW ? NARROW_INDENT : INDENT;
}

static void print_more(const char *text, const struct audit_report_options *options, FILE *out)
{
	if (!text[0])
		return;
	fprintf(out, "%*s", (int)indent_of(options), "");
	layout_wrap_on(out, options->width, indent_of(options), text);
}

static void print_finding(
	const struct finding *f, const struct audit_report_options *options, FILE *out)
{
	const char *word = f->waived ? "waived" : severity_name(f->severity);
	AUTO_FREE char *head = memory_format("  %-7s", word);
	AUTO_FREE char *numbers = audit_words_numbers(f);

	layout_put(out, options->color, finding_style(f), head);
	if (indent_of(options) == INDENT) {
		fprintf(out, " %-*s", INDENT - 10, f->check->name);
		layout_wrap_on(out, options->width, INDENT, f->message);
	} else {
		fprintf(out, " %s\n", f->check->name);
		print_more(f->message, options, out);
	}
	print_more(f->advice, options, out);
	if (options->verbose)
		print_more(numbers, options, out);
}

static void print_suite_head(
	const struct bench_data *bench, const struct audit_report_options *options, FILE *out)
{
	AUTO_FREE char *name = memory_format(
		"suite %s%s%s", bench->suite, *bench->build ? " of " : "", bench->build);

	layout_put(out, options->color, STYLE_BOLD, name);
	fputc('\n', out);
}

/* Those about benchmarks, or those about suites. Were there any? */
static bool print_findings(const struct audit *audit,
	const struct audit_report_options *options, bool of_suites, FILE *out)
{
	const struct bench_data *last = NULL;

	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if (!is_shown(f, options) || f->check->of_suite != of_suites)
			continue;
		if (f->bench != last && of_suites)
			print_suite_head(f->bench, options, out);
		else if (f->bench != last)
			print_head(audit, f->bench, options, out);
		last = f->bench;
		print_finding(f, options, out);
	}
	return last != NULL;
}

/* Prints and frees; NULL: nothing. */
static void print_line(FILE *out, size_t width, const char *first, char *text)
{
	if (text)
		layout_wrap(out, width, first, text);
	free(text);
}

static void print_summary(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	bool all_fit = audit->fit + audit->not_audited == audit->benches.count &&
		       (audit->fit || !audit->benches.count);
	AUTO_FREE char *counts = audit_words_counts(audit);

	layout_put(
		out, options->color, all_fit ? STYLE_GOOD : STYLE_BAD, all_fit ? "✓ " : "✗ ");
	layout_wrap_on(out, options->width, 2, counts);
	print_line(out, options->width,
		"  by check: ", audit_words_by_check(audit, options->infos));
	print_line(out, options->width, "  ", audit_words_not_audited(audit));
	print_line(out, options->width, "  ", audit_words_slowest(audit));
	print_line(out, options->width, "  ", audit_words_noise(audit));
	if (!options->verbose)
		print_line(out, options->width, "  ", audit_words_unanswered_brief(audit));
	for (size_t i = 0; options->verbose && i < audit->unanswered_count;)
		print_line(out, options->width, "  ", audit_words_unanswered(audit, &i));
}

static void text_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	if (options->verbose)
		numbers_print(
			audit, out, &(struct layout_size){ options->width, options->color });
	if (print_findings(audit, options, false, out) +
		print_findings(audit, options, true, out))
		fputc('\n', out);
	if (!options->quiet)
		print_summary(audit, options, out);
}

const struct audit_format audit_text = { "text", text_audit };
