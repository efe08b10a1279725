/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_RESULTS_H
#define COMPARE_FORMATS_RESULTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/log/log.h"

/*
 * The results of a benchmark for formats that know one list of values: the median of each
 * launch, as launches are what varies independently. Of a log with one launch of the
 * benchmark these are its samples, if it has any.
 */
struct results {
	double *ns; /* owned */
	size_t count;
	bool of_launches;             /* else samples of the one launch */
	const struct launch **launch; /* of each value; owned */
	struct spread time;           /* of the values; NAN for none, sd also for one */
	const struct launch *failure; /* the first launch that failed, or NULL */
};

void results_of(struct results *results, const struct log_benchmark *benchmark);
void results_release(struct results *results);
/* Benchmarks without any value. */
size_t results_missing(const struct log *log);

bool results_one_suite(const struct log *log);
/* What `value_of` makes of each benchmark that has a value, as the items of a JSON list. */
void results_write(const struct log *log, bool plain, FILE *out, const char *indent,
	json_t *(*value_of)(const char *name, const struct results *results));
/* "SUITE/NAME", or the plain name, in fresh memory. */
char *results_name(const struct log_benchmark *benchmark, bool plain);

#endif
