/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/report/columns.h"

static void csv_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	struct row_context context = { .comparison = comparison };
	struct columns columns = row_columns(&context);
	AUTO_FREE const void **rows = memory_array(comparison->row_count, sizeof(void *));

	for (size_t i = 0; i < comparison->row_count; i++)
		rows[i] = &comparison->rows[i];
	columns.spreadsheet = options->spreadsheet;
	columns_csv(&columns, rows, comparison->row_count, out);
}

const struct report_format report_csv = { "csv", csv_report };
