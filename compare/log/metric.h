/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_METRIC_H
#define COMPARE_LOG_METRIC_H

#include "compare/log/row.h"

/*
 * What is measured of a launch: the time of an iteration, and values that are counted once a
 * launch. Behind the metrics of this table a log numbers the counters of its frameworks,
 * METRICS
 * + their place in log.counters. Readers, rules and reports go by the table.
 */
enum { METRIC_TIME, METRIC_MEMORY, METRIC_SIZE, METRICS };

enum metric_better { BETTER_LESS, BETTER_MORE, BETTER_UNKNOWN };

struct metric {
	const char *key;        /* of options, of the configuration and in JSON: "memory" */
	const char *title;      /* "peak memory" */
	const char *unit;       /* of its values in JSON: "KiB"; "": a number */
	enum log_column column; /* that has the value of a launch; of time: its samples */
	enum metric_better better;
	/* The smallest change that matters: a fraction (NAN: the rule of comparison has it),
	 * and of at least so much in its unit. */
	double threshold, least;
	/* A value with its unit, in FORMAT_SIZE bytes of `out`, which is returned. */
	char *(*format)(char *out, double value);
};

extern const struct metric metrics[METRICS];
/* Of the counters of frameworks, without their names. */
extern const struct metric metric_counter;
#define COUNTER_KEY "counter." /* begins the key of each */
bool metric_is_counted(const char *key);
/* Of a counter, as its name tells: more of hits and of anything per second, less of misses and
 * allocations. */
enum metric_better counter_better(const char *name);

/* A log has at most so many counters; what more a framework counts is left out. */
#define COUNTERS_MAX 100

/* The key of a number in this log, "memory" or "counter.hits"; the caller frees it. */
char *metric_key(const struct log *log, unsigned metric);

/* NAN: not known. */
double launch_counted(const struct launch *launch, unsigned metric);
/* Adds all that the row counts: in columns of the table, and in that of the counters. */
void log_count_row(struct log *log, struct launch *launch, const struct log_row *row);
/* The same values for a launch of another log. */
void log_count_copy(struct log *to, struct launch *launch, const struct log *from);

#endif
