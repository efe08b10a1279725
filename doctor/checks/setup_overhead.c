/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/print/format.h"

/* Of a sample of n iterations, if it is `share` of one of i. */
static double share_at(double share, double i, double n)
{
	return share < 1 ? share / (share + (1 - share) * n / i) : share;
}

static void setup_overhead_run(const struct bench_data *bench, struct findings *findings)
{
	double error = findings_limit(findings, "");
	double least = findings_limit(findings, "least");
	const struct series *first = &bench->series[0], *second = &bench->series[1];
	bool tuned = second->min_ns <= least;
	int64_t n = tuned ? bench->tuned_iterations : first->iterations;
	double i = (double)first->iterations, setup = bench_data_setup_ns(bench);
	double share = share_at(bench_data_setup_share(bench, false), i, (double)n);
	char time[FORMAT_SIZE], percent[FORMAT_SIZE];

	/* A slope of about zero is a finding of removed-work, but alone it confirms this one.
	 * A step of the clock is no time: a sample of the tuned number has a thousand. */
	if (n <= 0 || !(share > error) || setup <= bench->clock_step_ns ||
		(!bench->is_alone && !bench_data_time_grows(bench)))
		return;
	if (!(share_at(bench_data_setup_share(bench, true), i, (double)n) > error))
		return;
	finding_add(findings, SEVERITY_ERROR,
		"move set-up into .setup, and what comes after the loop, such as a checksum, "
		"into .verify. If the first iteration fills a cache, warm it in .setup, or "
		"empty it in each iteration",
		"%s of the timed part is done once per sample, not per iteration: %s of a "
		"sample of %lld iteration%s",
		format_time(time, setup), format_percent(percent, share), (long long)n,
		PLURAL(n));
	finding_number(findings, "setup_ns", setup);
	finding_number(findings, "share", share);
}

const struct check check_setup_overhead = {
	.name = "setup-overhead",
	.summary = "no set-up and no one-time work inside the timed part",
	.needs = NEED_TIMES | NEED_TWO_COUNTS,
	.alone = ALONE,
	.limits = {
	{ "", LIMIT_SHARE, 0.05, "a larger share of a sample is an error" },
	{ "least", LIMIT_DURATION, 20e3,
		"a sample has one iteration, or the tuned number if the average of two takes "
		"at most this long" },
	},
	.run = setup_overhead_run,
};
