/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_COLUMNS_H
#define COMPARE_SHOW_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/print/format.h"
#include "compare/show/show.h"

/* The columns of `show` in every format but JSON, behind the benchmark's own. */
enum show_form {
	SHOW_TIME,
	SHOW_COUNT,
	SHOW_INTEGER,
	SHOW_METRIC, /* a member of counted[] */
	SHOW_PLAIN,
	/* Of the member and the one behind it. */
	SHOW_TIME_RANGE,
	SHOW_PLAIN_RANGE
};

struct show_column {
	const char *title; /* in text and markdown */
	const char *key;   /* in CSV and JSON; NULL: not there */
	enum show_form form;
	size_t offset; /* of the member of struct show_line */
	bool brief;    /* also in text and markdown */
};

const struct show_column *show_columns(enum show_part part, size_t *count);
/* As a plain number; NAN: not known. */
double show_value(const struct show_line *line, const struct show_column *column);
/* With its unit; "" if not known. Returns out. */
char *show_format(
	char out[FORMAT_SIZE], const struct show_line *line, const struct show_column *column);
/* "suite/name" or "suite/name (build)"; the caller frees it. */
char *show_name(const struct show_line *line);
/* "2 failed, 1 disturbed", or "". The caller frees it. */
char *show_notes(const struct show_line *line, enum show_part part);
/* In the regress part, benchmarks that have none are left out. */
bool show_has(const struct show_line *line, enum show_part part);

#endif
