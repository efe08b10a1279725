/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_SHOWN_H
#define COMPARE_REPORT_SHOWN_H

#include <stdbool.h>

#include "compare/report/report.h"
#include "compare/verdict/compared.h"

/*
 * A family: the rows of a suite whose names are alike up to their last slash, as HashTable/100
 * and HashTable/1000. Its first row of a verdict stands for all that have this verdict.
 */
struct shown_row {
	bool shown;
	/* Of a row that is shown: rows of its family with this verdict, and all; 1 and 1:
	 * alone. */
	size_t same, family;
};

/* Which rows a text shows: a few of each verdict, families as one row; with -v and --quiet
 * each row that they leave. */
struct shown {
	struct shown_row *rows; /* as those of the comparison */
	size_t hidden[VERDICT_COUNT];
	bool families; /* a row stands for others */
};

void shown_make(struct shown *shown, const struct comparison *comparison,
	const struct report_options *options);
void shown_release(struct shown *shown);

#endif
