/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_GATHERING_H
#define COMPARE_FORMATS_GATHERING_H

#include "compare/formats/foreign.h"

/* Makes launches of formats in which each sample is a row: all samples of a benchmark that one
 * process measured are one launch. */
struct gathered {
	struct log_row row; /* its text lies in the gathering */
	uint32_t line;      /* of the first row */
	double *samples;    /* owned */
	size_t count, capacity;
};

struct gathering {
	struct foreign *foreign;
	struct gathered *items; /* in the order of their first rows */
	size_t count, capacity;
	struct table *index; /* name -> place in items */
	struct arena arena;
};

/* That of the benchmark in this process; a new one has a row with everything "not known" but
 * its benchmark. Valid until the next call. */
struct gathered *gathering_of(struct gathering *g, const char *name, uint32_t line);
/* Adds value * factor ns. The iterations become "not known" where samples differ in them.
 * False where it is no time. */
bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations);
/* Copies a text for a row. */
char *gathering_text(struct gathering *g, const char *text);
/* Adds the launches of a process to the log. */
void gathering_flush(struct gathering *g, const char *suite);
void gathering_release(struct gathering *g);

#endif
