/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/print/format.h"
#include "compare/stats/summary.h"
#include "doctor/checks/interrupts.h"

#include <math.h>

/* With fewer samples, a single one would exceed a tenth. */
#define MIN_SAMPLES 10

struct outliers {
	size_t samples, all;
	double own; /* without those that interrupts explain */
};

/* For samples of n iterations. If nearly all samples are equal, the fence alone is one clock
 * step above them. */
static void count_outliers(const struct launch *launch, double n, double gap, double interrupt,
	struct outliers *outliers)
{
	struct summary summary = summary_of(launch->evidence->samples, launch->sample_count);
	double least = fmax(summary.fence_high, summary.median * (1 + gap));
	double explained;
	size_t small = 0, large = 0;

	for (size_t i = 0; i < launch->sample_count; i++) {
		double sample = launch->evidence->samples[i];
		bool is_late = (sample - summary.median) * n > interrupt;

		small += sample > least && !is_late;
		large += sample > least && is_late;
	}
	explained = interrupts_share(summary.median * n, 0, interrupt) *
		    (double)launch->sample_count;
	outliers->samples += launch->sample_count;
	outliers->all += small + large;
	outliers->own += (double)large + fmax((double)small - explained, 0);
}

static void outliers_report(struct findings *findings, const struct outliers *outliers)
{
	char percent[FORMAT_SIZE];
	double share = outliers->own / (double)outliers->samples;

	finding_add(findings, SEVERITY_INFO,
		"something interrupts the work now and then: a timer, a flush, a reallocation. "
		"Give each iteration its share of it, or do it in .before_sample",
		"%s of the samples are outliers that no interrupt explains (%zu of %zu are "
		"above Q3 + 1.5 IQR)",
		format_percent(percent, share), outliers->all, outliers->samples);
	finding_number(findings, "share", share);
	finding_number(findings, "outliers", (double)outliers->all);
	finding_number(findings, "samples", (double)outliers->samples);
}

static void outliers_run(const struct bench_data *bench, struct findings *findings)
{
	double most = findings_limit(findings, "");
	double gap = findings_limit(findings, "gap");
	double interrupt = findings_limit(findings, "interrupt");
	const struct series *series = bench_data_main_series(bench);
	const struct launch *launch;
	struct outliers outliers = { 0 };

	for (size_t i = 0; (launch = series_next_sampled(series, MIN_SAMPLES, &i));)
		count_outliers(launch, (double)series->iterations, gap, interrupt, &outliers);
	if (outliers.own > most * (double)outliers.samples)
		outliers_report(findings, &outliers);
}

const struct check check_outliers = {
	.name = "outliers",
	.summary = "few samples lie far above the others",
	.needs = NEED_TIMES | NEED_SAMPLES | NEED_QUIET,
	.min_samples = MIN_SAMPLES,
	.alone = ALONE,
	.limits = {
	{ "", LIMIT_SHARE, 0.10, "a larger share of the samples is information" },
	{ "gap", LIMIT_PERCENT, 0.02, "only samples this far above the median count" },
	{ "interrupt", LIMIT_DURATION, INTERRUPT_NS,
		"longest delay attributed to an interrupt, one per millisecond" },
	},
	.run = outliers_run,
};
