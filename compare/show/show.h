/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_SHOW_H
#define COMPARE_SHOW_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/log/metric.h"
#include "compare/print/columns.h"
#include "compare/show/digest.h"
#include "compare/show/regress.h"
#include "compare/stats/summary.h"

/*
 * One log as a table. A line is one benchmark over its launches that count and are ok: minimum
 * of their minima, maximum of their maxima; quartiles, quantiles, MAD, mean and SD within a
 * launch are medians over the launches. Mean and SD are without the outliers above Q3 + 1.5
 * IQR. Times in ns; NAN: not known.
 */
struct show_line {
	const struct log_benchmark *benchmark; /* the log's */
	size_t launches;                       /* that count and are ok */
	size_t failed, skipped;                /* that count and are not ok */
	size_t disturbed;                      /* ok but disturbed */
	bool all_cpus;                         /* see log_on_all_cpus() */
	size_t samples, outliers;              /* of all these launches together */
	int64_t iterations;                    /* the same in all, else -1 */
	double min_ns, q1_ns, median_ns, q3_ns, max_ns;
	double mean_ns, sd_ns, mad_ns;
	double between_sd_ns;    /* SD of the launches' medians; NAN for fewer than two */
	double counted[METRICS]; /* median over the launches; none of METRIC_TIME */
	double quantiles[SUMMARY_QUANTILES]; /* NAN unless the digests and the log have them */
	struct show_regression regression;
};

struct show {
	unsigned predictors;           /* see show_regress(); set before show_make() */
	bool spreadsheet;              /* CSV: no text is taken for a formula */
	const struct log *log;         /* outlives the show */
	const struct digests *digests; /* likewise */
	struct show_line *lines;       /* by suite and name; Sort/64 stands before Sort/4096 */
	size_t count;
};

/* The digests watched the log while it was read. wanted: which benchmarks; NULL: all. */
void show_make(struct show *show, const struct log *log, const struct digests *digests,
	bool (*wanted)(const char *suite, const char *name, void *ctx), void *ctx);
void show_release(struct show *show);
/* Could the regression of a benchmark not be made? */
bool show_failed(const struct show *show);

/* The summary, or the regression (`fit`). JSON has both and the quantiles. It and the
 * regression need digests with everything. */
void show_print(const struct show *show, bool fit, enum cells_for format, FILE *out,
	const struct layout_size *size);

#endif
