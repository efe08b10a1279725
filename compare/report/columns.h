/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_COLUMNS_H
#define COMPARE_REPORT_COLUMNS_H

#include "compare/print/columns.h"
#include "compare/report/shown.h"

/* What the columns need beside a row of a comparison. */
struct row_context {
	const struct comparison *comparison;
	const struct shown *shown; /* in text; NULL: each row is alone */
	bool grouped;              /* rows stand below a heading with their verdict */
};

/* The columns of the rows of a comparison, in every format. */
struct columns row_columns(const struct row_context *context);

/* What became of one metric of a benchmark. */
struct change_row {
	const struct row *row;
	const struct metric *metric;
	const struct metric_change *change;
};

/* Those that changed, by metric: as many as summary.counted_changes. The caller frees them. */
struct change_row *change_rows(const struct comparison *comparison);
/* The columns of such rows. */
struct columns change_columns(const struct comparison *comparison);

/* Red for what is worse, green for what is better. */
enum style verdict_style(enum verdict verdict);

#endif
