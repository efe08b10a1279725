/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ATTEMPTS_SERIES_H
#define DRIVER_ATTEMPTS_SERIES_H

#include "compare/print/columns.h"
#include "driver/attempts/decide.h"
#include "harness/base/err.h"

/*
 * Attempts one after the other: a CSV file, locked while it is open, so that two loops wait for
 * each other. Each row is written at once, behind the others: what is killed loses the attempt
 * that ran. Row 0 is the build that the series began with; its reason is what was asked for.
 */
struct series {
	const char *path; /* NULL: kept nowhere */
	int file;         /* below 0: none */
	struct attempt_row *rows;
	size_t count, capacity;
};

/* Of a struct attempt_row. */
extern const struct columns series_columns;
extern const char *const decision_words[];
extern const struct attempt_row attempt_none; /* no number, no text */

/* Waits for who has it, and makes it if it is not there. 0, or -1 with *e set. */
int series_open(struct series *series, const char *path, struct err *e);
/* Numbers and takes the row, whose text it owns from then on. 0, or -1 with *e set. */
int series_add(struct series *series, struct attempt_row row, struct err *e);
void series_release(struct series *series);
void attempt_row_release(struct attempt_row *row);

/* Is it the first build, or one that was kept? */
bool series_has_base(const struct series *series, const char *build);
/* The speed of a build that was kept, by what it was tried beside, and so on; of another one,
 * all that was kept. As measured, or corrected. */
double series_claimed(const struct series *series, const char *build, bool corrected);
/* The level of the next test; of all that is kept, one in 20 is expected to be no gain. */
double series_level(const struct series *series);

#endif
