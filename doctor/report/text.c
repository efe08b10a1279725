/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/columns.h"
#include "compare/print/format.h"
#include "doctor/audit.h"
#include "doctor/checks/pages.h"
#include "doctor/checks/spread.h"
#include "doctor/report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *with_sign(char *out, double value)
{
	snprintf(out, FORMAT_SIZE, value > 0 ? "+%.0f" : "%.0f", value);
	return out;
}

/* All numbers that the checks use. */
static void put_numbers(struct cells *cells, const void *row, const void *audit)
{
	static const char *const titles[] = { "T(1)", "T(2)", "T(4)", "T(8)" };
	const struct bench_data *bench = row;
	const struct series *main_series = bench_data_main_series(bench);
	struct pages one = pages_of(bench_data_series(bench, 1));
	struct pages two = pages_of(bench_data_series(bench, 2));
	struct pages any = one.count || !bench->series_count ? one : pages_of(bench->series);
	AUTO_FREE char *name = audit_words_name(audit, bench);

	cell_text(cells, "benchmark", NULL, name);
	cell_number(cells, "iteration", NULL,
		bench->series_count ? fmax(bench_data_slope_ns(bench), 0) : NAN, format_time);
	cell_number(cells, "n", NULL,
		bench->tuned_iterations > 0 ? (double)bench->tuned_iterations : NAN, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(titles); i++) {
		const struct series *series = bench_data_series(bench, 1 << i);

		cell_number(
			cells, titles[i], NULL, series ? series->time_ns : NAN, format_time);
	}
	cell_number(
		cells, "done once", NULL, bench_data_setup_share(bench, false), format_percent);
	cell_number(cells, "launches SD", NULL,
		main_series ? spread_between(main_series, false) : NAN, format_percent);
	cell_number(cells, "pages", NULL, any.least, NULL);
	cell_number(cells, "growth", NULL, two.least - one.least, with_sign);
}

static void numbers_print(const struct audit *audit, FILE *out, const struct layout_size *size)
{
	static const struct bench_data empty = {
		.suite = "", .name = "", .build = "", .file = ""
	};
	const struct columns columns = {
		.put = put_numbers, .of = audit, .empty = &empty, .none = ""
	};
	AUTO_FREE const void **rows = columns_rows(
		audit->benches.items, audit->benches.count, sizeof(*audit->benches.items));

	columns_print(&columns, CELLS_TEXT, rows, audit->benches.count, out, size);
	fputc('\n', out);
}

static enum style finding_style(const struct finding *f)
{
	static const enum style styles[] = { STYLE_DIM, STYLE_WARN, STYLE_BAD };

	return f->waived ? STYLE_DIM : styles[f->severity];
}

static void print_head(const struct audit *audit, const struct finding *f,
	const struct audit_report_options *options, FILE *out)
{
	const struct bench_data *bench = f->bench;
	bool suite = f->check->of_suite;
	AUTO_FREE char *name = suite ? memory_format("suite %s%s%s", bench->suite,
					       *bench->build ? " of " : "", bench->build)
				     : audit_words_name(audit, bench);
	AUTO_FREE char *place = audit_words_place(bench);

	layout_put(out, options->color, STYLE_BOLD, name);
	if (place[0] && !suite) {
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

/* Those about benchmarks, or those about suites. Were there any? */
static bool print_findings(const struct audit *audit,
	const struct audit_report_options *options, bool of_suites, FILE *out)
{
	const struct bench_data *last = NULL;

	for (size_t i = 0; i < audit->findings.count; i++) {
		const struct finding *f = &audit->findings.items[i];

		if ((!options->infos && f->severity <= SEVERITY_INFO) ||
			f->check->of_suite != of_suites)
			continue;
		if (f->bench != last)
			print_head(audit, f, options, out);
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
	AUTO_FREE char *counts = audit_words_counts(audit, options->infos);

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
