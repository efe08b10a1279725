/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_GATHERING_H
#define COMPARE_FORMATS_GATHERING_H

#include "compare/formats/foreign.h"

/*
 * Makes launches of formats in which each sample is a row: all samples of a benchmark that one
 * process measured are one launch.
 */
struct gathered {
	struct gathered *next;
	struct log_row row; /* its text is in the arena, or of gathering_text() */
	double *samples;    /* owned */
	size_t count, capacity;
	double median_ns; /* of an aggregate */
	uint32_t line;    /* of the first row */
	/* Of Google Benchmark: what the first row says; -1: not known. */
	struct {
		double family, instance, repetition;
		const char *label;
		unsigned copies;     /* benchmarks of this name; 0: nothing of these is set */
		bool has_aggregates; /* rows of them follow, under names of their own */
	} said;
};

/* That of the benchmark in this process, valid until gathering_flush(). */
struct gathered *gathering_of(struct foreign *f, const char *name, uint32_t line);
/* The same, or NULL if it has no row yet. */
struct gathered *gathering_find(const struct foreign *f, const char *name);
/* Adds value * factor ns. The iterations become "not known" where samples differ in them.
 * False where it is no time. */
bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations);
/* Copies a text for a row. */
char *gathering_text(struct foreign *f, const char *text);
/* Adds the launches of a process to the log. */
void gathering_flush(struct foreign *f, const char *suite);

#endif
