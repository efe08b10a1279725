/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"
#include "compare/stats/series.h"

#include <math.h>

/* Above this lag-1 autocorrelation, batches of neighbours are tested. */
#define BATCH_FROM  0.2
#define BATCHES     20
#define SLOPE_MAX   50
#define MIN_SAMPLES 10

/* Medians of about BATCHES batches of equal size; returns how many. */
static size_t drift_batch(const double *samples, size_t n, double *medians)
{
	size_t size = n / BATCHES, count = 0;

	for (size_t i = 0; size && i + size <= n; i += size)
		medians[count++] = quantile_median_of(samples + i, size);
	return count;
}

/* Sen's slope per value. From SLOPE_MAX values on it is the slope of batch medians, as
 * there are n^2 slopes and their median changes little. */
static double slope_of(const double *values, size_t n)
{
	size_t size = (n + SLOPE_MAX - 1) / SLOPE_MAX, count = 0;
	double medians[SLOPE_MAX];

	if (size == 1)
		return sen_slope(values, n);
	for (size_t i = 0; i + size <= n; i += size)
		medians[count++] = quantile_median_of(values + i, size);
	return sen_slope(medians, count) / (double)size;
}

/* The relative change over one launch; 0: no trend. */
static double drift_of(const struct launch *launch, double p)
{
	size_t n = launch->sample_count, count = n;
	const double *samples = launch->evidence->samples;
	AUTO_FREE double *values = memory_zeroed(n, sizeof(*values));
	double change = 0;
	double lag1;

	series_autocorrelation(samples, n, &lag1, 1);
	if (lag1 > BATCH_FROM)
		count = drift_batch(samples, n, values);
	else
		for (size_t i = 0; i < n; i++)
			values[i] = samples[i];
	if (count >= MIN_SAMPLES && launch->time.median > 0 &&
		mann_kendall(values, count).p < p)
		change = slope_of(values, count) * (double)(count - 1) / launch->time.median;
	return change;
}

static void drift_run(const struct bench_data *bench, struct findings *findings)
{
	double least = findings_limit(findings, "");
	double p = findings_limit(findings, "p");
	const struct series *series = bench_data_main_series(bench);
	const struct launch *launch;
	size_t drifting = 0, asked = 0;
	char change[FORMAT_SIZE];
	double worst = 0;

	for (size_t i = 0; (launch = series_next_sampled(series, MIN_SAMPLES, &i)); asked++) {
		double drift = drift_of(launch, p);

		drifting += fabs(drift) > least;
		if (fabs(drift) > fabs(worst))
			worst = drift;
	}
	/* A single launch may be the machine; most launches are the benchmark. */
	if (2 * drifting <= asked)
		return;
	finding_add(findings, SEVERITY_WARNING,
		"something grows, fills or warms up from sample to sample: "
		"reset it in .before_sample, or warm it up in .setup",
		"samples drift within a launch, by up to %s from first to last, in %zu of %zu "
		"launches",
		format_change(change, 1 + worst), drifting, asked);
	finding_number(findings, "drift", worst);
	finding_number(findings, "launches", (double)drifting);
}

const struct check check_drift = {
	.name = "drift",
	.summary = "samples do not rise or fall during a launch",
	.needs = NEED_TIMES | NEED_ORDER | NEED_QUIET,
	.min_samples = MIN_SAMPLES,
	.alone = ALONE,
	.limits = {
	{ "", LIMIT_PERCENT, 0.01, "a larger change from first to last sample is a warning" },
	{ "p", LIMIT_NUMBER, 0.001, "if the p-value of the trend test is below this" },
	},
	.run = drift_run,
};
