/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_NIGHT_H
#define DRIVER_STORE_NIGHT_H

#include <stddef.h>
#include <stdint.h>

#include "compare/log/log.h"

/* What its launches counted of one metric. */
struct night_count {
	char *metric; /* its key; owned */
	size_t launches;
	double median, low, high;
};

/* One benchmark of one log. Times in ns per iteration; NAN: not known. */
struct night_point {
	const char *suite, *name, *file, *code; /* of the log */
	unsigned line;
	size_t launches; /* that were measured and count */
	size_t failed;   /* that count and were not ok */
	size_t disturbed;
	/* A hash of what it computes: its checksum, items and bytes; "": not known. Where it
	 * changes, the benchmark itself has changed. */
	char definition[17];
	/* Of ln(median of a launch): mean without a fifth of the launches at each end, its
	 * standard error (compare/stats/summary.h). Disturbed launches are left out if at least
	 * half of them, and two, were not. NAN without a measured launch; se also with one. */
	double level, se;
	double min_ns, median_ns;
	struct night_count *counts; /* owned */
	size_t count_count;
};

struct night {
	struct night_point *points; /* owned */
	size_t count;
	size_t launches, disturbed; /* of all points */
};

/* A log read with LOG_KEEP_EVIDENCE; text stays the log's. */
void night_make(struct night *night, const struct log *log);
void night_release(struct night *night);
/* A launch that took no time above 0, or next to none, has failed: its logarithm would be the
 * level of a line. The log warns of them. */
void night_fail_impossible(struct log *log);

/* Seconds since 1970, of what `history add` was given, else of the log; -1: not known. */
int64_t night_started(const struct log *log);
/* Identifies the run whose logs belong together: its session, else host, start and seed. The
 * caller frees it; NULL: the log does not say when it was measured. */
char *night_session(const struct log *log);
/* The part that a log plays in its night, from the name of its build. */
const char *night_role(const char *build);

#endif
