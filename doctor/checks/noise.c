/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/print/format.h"
#include "compare/stats/distribution.h"
#include "doctor/checks/spread.h"

#include <math.h>

#define ROUNDS 20
/* Values rounded to one of two neighbours have an SD of up to this many clock steps. */
#define ROUNDED 0.6

/* The change that 20 paired rounds detect with 80 % power at 5 %: t test on ln of ratios. */
static double detectable(double sd)
{
	double t = student_quantile(0.975, ROUNDS - 1) + student_quantile(0.8, ROUNDS - 1);

	return expm1(t * sd * sqrt(2) / sqrt(ROUNDS));
}

/* Minima of launches on a busy machine are a hint only: the doctor then measures again,
 * alone. */
static bool noise_enough(const struct bench_data *bench)
{
	return (bench->log && log_meta(bench->log, DOCTOR_META)) ||
	       series_is_quiet(bench_data_main_series(bench));
}

static void noise_run(const struct bench_data *bench, struct findings *findings)
{
	double warning = findings_limit(findings, "warning");
	double error = findings_limit(findings, "error");
	const struct series *series = bench_data_main_series(bench);
	double sd = spread_between(series, false), but_one = spread_between(series, true);
	char percent[FORMAT_SIZE], change[FORMAT_SIZE];

	warning = fmin(warning, error);
	if (!(sd > warning && but_one > warning))
		return;
	if (sd * series->min_ns <= ROUNDED * bench_data_resolution_ns(bench, series))
		return;
	finding_add(findings, fmin(sd, but_one) > error ? SEVERITY_ERROR : SEVERITY_WARNING,
		"find what differs between processes: addresses, hash seeds, threads, files, a "
		"large working set. Measure the benchmark alone to rule out a busy machine",
		"launches differ with an SD of %s (%zu launches); 20 rounds can detect a "
		"change of %s",
		format_percent(percent, sd), series->count,
		format_percent(change, detectable(sd)));
	finding_number(findings, "sd", sd);
	finding_number(findings, "sd_but_one", but_one);
	finding_number(findings, "launches", (double)series->count);
	finding_number(findings, "detectable", detectable(sd));
}

const struct check check_noise = {
	.name = "noise",
	.summary = "launches of the same build agree",
	.needs = NEED_TIMES | NEED_LAUNCHES | NEED_QUIET,
	.enough = noise_enough,
	.alone = ALONE_MANY,
	.limits = {
	{ "warning", LIMIT_PERCENT, 0.025, "a larger SD between launches is a warning" },
	{ "error", LIMIT_PERCENT, 0.10, "a larger SD is an error" },
	},
	.run = noise_run,
};
