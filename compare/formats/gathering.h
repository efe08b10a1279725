/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_GATHERING_H
#define COMPARE_FORMATS_GATHERING_H

#include "compare/formats/foreign.h"

/*
 * Makes launches of formats in which each sample is a row: all samples of a benchmark that one
 * process measured are one launch. What is not known is NAN, -1 or NULL.
 */
struct gathered {
	struct gathered *next;
	const char *name;
	char *detail, *counters; /* of gathering_text() */
	double first_ns, *more;  /* the samples; `more` is owned */
	size_t count, capacity;
	int64_t iterations;
	double clock_step_ns, items, bytes, cpu_ns, wall_ns;
	/* Of an aggregate. */
	double mean_ns, sd_ns, median_ns;
	uint32_t samples_behind;
	uint32_t line; /* of the first row */
	/* Of Google Benchmark: what the first row says; -1: not known. */
	struct {
		double family, instance, repetition;
		const char *label;
		unsigned copies;     /* benchmarks of this name; 0: nothing of these is set */
		bool has_aggregates; /* rows of them follow, under names of their own */
	} row;
	enum outcome status;
};

struct gathering {
	struct foreign *foreign;
	struct gathered *first, *last; /* in the order of their first rows */
	struct table *index;           /* name -> address */
	struct arena arena;            /* has the items and their text */
};

/* That of the benchmark in this process, valid until gathering_flush(). */
struct gathered *gathering_of(struct gathering *g, const char *name, uint32_t line);
/* The same, or NULL if it has no row yet. */
struct gathered *gathering_find(const struct gathering *g, const char *name);
double gathered_mean(const struct gathered *item);
/* Adds value * factor ns. The iterations become "not known" where samples differ in them.
 * False where it is no time. */
bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations);
/* Copies a text for a row. */
char *gathering_text(struct gathering *g, const char *text);
/* Adds the launches of a process to the log. */
void gathering_flush(struct gathering *g, const char *suite);
void gathering_release(struct gathering *g);

#endif
