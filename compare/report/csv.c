/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/print/markup.h"

#include <math.h>
#include <stdlib.h>

/* An empty cell where there is no number. */
static void csv_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.9g", value);
}

static void csv_side(FILE *out, const struct row_side *side, double time)
{
	csv_number(out, time);
	fprintf(out, ",%zu", side->launches);
	csv_number(out, side->peak_kib);
}

static void csv_row(FILE *out, const struct row *row, void (*cell)(FILE *out, const char *text))
{
	char *notes = string_list_join(&row->notes, "; ");

	cell(out, row->suite);
	fputc(',', out);
	cell(out, row->name);
	fprintf(out, ",%s,%d", verdict_name(row->time.verdict), row->dubious);
	csv_number(out, row->time.ratio);
	csv_number(out, row->time.low);
	csv_number(out, row->time.high);
	csv_number(out, row->time.p);
	csv_number(out, row->time.q);
	csv_number(out, row->time.smallest);
	csv_side(out, &row->old, row->time.old);
	csv_side(out, &row->new, row->time.new);
	fputc(',', out);
	cell(out, notes);
	fputc('\n', out);
	free(notes);
}

static void csv_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	fputs("suite,benchmark,verdict,dubious,time_ratio,ratio_low,ratio_high,p_value,q_value,"
	      "smallest_detectable,old_estimate_ns,old_launches,old_peak_kib,new_estimate_ns,"
	      "new_launches,new_peak_kib,notes\n",
		out);
	for (size_t i = 0; i < comparison->row_count; i++)
		csv_row(out, &comparison->rows[i],
			options->spreadsheet ? markup_csv_guarded : markup_csv);
}

const struct report_format report_csv = { "csv", csv_report };
