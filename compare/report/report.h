/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_REPORT_H
#define COMPARE_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/verdict/compared.h"

/* How a comparison is written. csv, json and junit always have every row. */
struct report_options {
	size_t width;         /* text: columns of the terminal; 0: as wide as it needs */
	bool color;           /* text */
	bool verbose;         /* every row is shown */
	bool quiet;           /* text: no facts, no unchanged and inconclusive rows */
	bool spreadsheet;     /* csv: no text cell is taken for a formula */
	enum fail_on fail_on; /* junit, github: what is called a failure */
};

/* One format of output: one of these at the end of a file, and a line in the table of report.c.
 */
struct report_format {
	const char *name; /* --format */
	void (*write)(const struct comparison *comparison, const struct report_options *options,
		FILE *out);
};

extern const struct report_format report_text, report_markdown, report_csv, report_json,
	report_junit, report_github;

/* NULL for an unknown word. */
const struct report_format *report_find(const char *name);
/* "text|markdown|...", the default first; made from the table. */
extern const char report_formats[];
#define REPORT_FORMATS (&report_formats[1])

#endif
