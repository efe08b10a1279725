/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_DIGEST_H
#define COMPARE_SHOW_DIGEST_H

#include <stdbool.h>
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
	/* NULL unless asked for. */
	double *quantiles;   /* SUMMARY_QUANTILES */
	double *samples;     /* at most DIGEST_SAMPLES_MAX of a benchmark */
	uint32_t kept_count; /* of these samples */
	uint32_t outliers;
	/* In a sample, on average over the launch. */
	double minor_faults, major_faults, voluntary_switches, involuntary_switches;
};

#define DIGEST_SAMPLES_MAX 20000

struct digests {
	bool everything;
	struct arena arena;
	struct benchmark_digests *benchmarks; /* in the order of the log's */
	size_t count, capacity;
};

/* Before the log is read, with LOG_KEEP_SUMMARIES; the digests outlive the reading.
 * everything: quantiles and samples, too. */
void digests_watch(struct digests *digests, struct log *log, bool everything);
/* Of a launch by its place in its benchmark. NULL: it is not ok. */
const struct digest *digests_get(const struct digests *digests, size_t benchmark, size_t place);
void digests_release(struct digests *digests);

#endif
