/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"
#include "compare/report/words.h"

#include <math.h>
#include <string.h>

/* An empty cell where there is no number. */
static void csv_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.9g", value);
}

/* Names of counters may be any text. */
static void csv_name(FILE *out, void (*cell)(FILE *out, const char *text), const char *before,
	const char *after)
{
	AUTO_FREE char *name = memory_format("%s_%s", before, after);

	fputc(',', out);
	if (strpbrk(name, "\",\n\r =+-@"))
		cell(out, name);
	else
		fputs(name, out);
}

/* The column of a metric, with the unit where it has one. */
static const char *column_of(const struct metric *metric)
{
	return metric->column == COLUMN_COUNTERS ? metric->key
						 : log_columns[metric->column].name;
}

static void csv_header(
	const struct comparison *c, FILE *out, void (*cell)(FILE *out, const char *text))
{
	static const char *const sides[] = { "old", "new" };

	fputs("suite,benchmark,verdict,dubious,time_ratio,ratio_low,ratio_high,p_value,q_value,"
	      "smallest_detectable",
		out);
	for (int side = 0; side < 2; side++) {
		fprintf(out, ",%s_estimate_ns,%s_launches", sides[side], sides[side]);
		for (size_t m = 0; m < c->metric_count; m++)
			csv_name(out, cell, sides[side], column_of(&c->metrics[m].about));
	}
	fputs(",notes", out);
	for (size_t m = 0; m < c->metric_count; m++) {
		csv_name(out, cell, c->metrics[m].about.key, "ratio");
		csv_name(out, cell, c->metrics[m].about.key, "verdict");
	}
	fputc('\n', out);
}

static void csv_side(FILE *out, const struct comparison *c, const struct row *row, bool is_old)
{
	const struct row_side *side = is_old ? &row->old : &row->new;

	csv_number(out, is_old ? row->time.old : row->time.new);
	fprintf(out, ",%zu", side->launches);
	for (size_t m = 0; m < c->metric_count; m++)
		csv_number(out, is_old ? row->counted[m].old : row->counted[m].new);
}

static void csv_changes(FILE *out, const struct comparison *c, const struct row *row)
{
	for (size_t m = 0; m < c->metric_count; m++) {
		const struct metric_change *change = &row->counted[m];

		csv_number(out, change->ratio);
		fprintf(out, ",%s",
			isnan(change->ratio) && !change_is_called(change)
				? ""
				: words_change_verdict(&c->metrics[m].about, change));
	}
}

static void csv_row(FILE *out, const struct comparison *c, const struct row *row,
	void (*cell)(FILE *out, const char *text))
{
	AUTO_FREE char *notes = string_list_join(&row->notes, "; ");

	cell(out, row->suite);
	fputc(',', out);
	cell(out, row->name);
	fprintf(out, ",%s,%d", verdict_name(row->time.verdict), row->moved == MOVED_DUBIOUSLY);
	csv_number(out, row->time.ratio);
	csv_number(out, row->time.low);
	csv_number(out, row->time.high);
	csv_number(out, row->time.p);
	csv_number(out, row->time.q);
	csv_number(out, row->time.smallest);
	csv_side(out, c, row, true);
	csv_side(out, c, row, false);
	fputc(',', out);
	cell(out, notes);
	csv_changes(out, c, row);
	fputc('\n', out);
}

static void csv_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	void (*cell)(FILE *, const char *) =
		options->spreadsheet ? markup_csv_guarded : markup_csv;

	csv_header(comparison, out, cell);
	for (size_t i = 0; i < comparison->row_count; i++)
		csv_row(out, comparison, &comparison->rows[i], cell);
}

const struct report_format report_csv = { "csv", csv_report };
