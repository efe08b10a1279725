/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_REPORT_H
#define COMPARE_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/verdict/comparison.h"

/* How a comparison is written. csv, json and junit always have every row. */
struct report_options {
	size_t width; /* text: columns of the terminal; 0: as wide as it needs */
	bool color;   /* text */
	bool verbose; /* every row is shown */
	bool quiet;   /* text: no facts, no unchanged and inconclusive rows */
	bool changes_only;
	enum fail_on fail_on; /* junit, github: what is called a failure */
};

/* One form of output: report_NAME.c and a line in the table of report.c. */
struct report {
	const char *name; /* --format */
	void (*write)(const struct comparison *comparison, const struct report_options *options,
		FILE *out);
};

/* NULL for a word that is none. */
const struct report *report_find(const char *name);
/* "text|markdown|...": the first is the default. */
#define REPORT_FORMATS "text|markdown|csv|json|junit|github"

void report_text(const struct comparison *, const struct report_options *, FILE *out);
void report_markdown(const struct comparison *, const struct report_options *, FILE *out);
void report_csv(const struct comparison *, const struct report_options *, FILE *out);
void report_json(const struct comparison *, const struct report_options *, FILE *out);
void report_junit(const struct comparison *, const struct report_options *, FILE *out);
void report_github(const struct comparison *, const struct report_options *, FILE *out);

#endif
