/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_DIGEST_H
#define COMPARE_SHOW_DIGEST_H

#include <stdint.h>

#include "compare/base/arena.h"
#include "compare/log/log.h"

/*
 * What is kept of each launch for its table while a log is read. The samples of a launch go
 * before the next row is read, so memory grows with the launches of a log, not its samples.
 * Times in ns; NAN: not known.
 */
struct digest {
	double q1_ns, q3_ns, mean_ns, sd_ns, mad_ns;
	double *quantiles;   /* SUMMARY_QUANTILES; NULL unless asked for */
	double *samples;     /* NULL unless asked for */
	uint32_t kept_count; /* of these samples */
	uint32_t outliers;
	/* In a sample, on average over the launch. */
	double minor_faults, major_faults, voluntary_switches, involuntary_switches;
};

enum digest_keep {
	DIGEST_SUMMARY = 0,
	DIGEST_QUANTILES = 1,
	DIGEST_SAMPLES = 2, /* at most DIGEST_SAMPLES_MAX of a benchmark */
};

#define DIGEST_SAMPLES_MAX 20000

struct digests {
	enum digest_keep keep;
	struct arena arena;
	struct benchmark_digests *benchmarks; /* in the order of the log's */
	size_t count, capacity;
};

/* Before the log is read, with LOG_KEEP_SUMMARIES; the digests outlive the reading. */
void digests_watch(struct digests *digests, struct log *log, enum digest_keep keep);
/* Of a launch by its place in its benchmark. NULL: it is not ok. */
const struct digest *digests_get(const struct digests *digests, size_t benchmark, size_t place);
void digests_release(struct digests *digests);

#endif
