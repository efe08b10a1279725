/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/bench_times.h"
#include "doctor/base/check.h"

#include "compare/print/format.h"

static const struct limit limits[] = {
	{ "", LIMIT_SHARE, 0.05, "a larger share of the first sample is an error" },
	{ "least", LIMIT_DURATION, 20e3,
		"benchmarks are left out if two iterations take at most this long" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

static void setup_overhead_run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	double error = settings_limit(settings, findings->check, "");
	double ignore = settings_limit(settings, findings->check, "least");
	const struct series *second = &bench->series[1];
	double setup = bench_data_setup_ns(bench), share = bench_data_setup_share(bench);
	char time[FORMAT_SIZE], percent[FORMAT_SIZE];
	struct finding *finding;

	/* A slope of about zero is a finding of runtime-zero, but alone it confirms this one.
	 */
	if (second->min_ns <= ignore || !(share > error) ||
		(!bench->is_alone && !bench_data_time_grows(bench)))
		return;
	if (!(bench_data_usual_setup_share(bench) > error))
		return;
	finding = finding_add(findings, SEVERITY_ERROR,
		"%s of the timed part is done once per sample, not per iteration: %s of a "
		"sample of %lld iteration%s",
		format_time(time, setup), format_percent(percent, share),
		(long long)bench->series[0].iterations, PLURAL(bench->series[0].iterations));
	finding_number(finding, "setup_ns", setup);
	finding_number(finding, "share", share);
	finding_advise(finding,
		"move set-up into the set-up function (.setup). If the first iteration fills a "
		"cache, warm it there, or empty it in each iteration");
}

const struct check check_setup_overhead = {
	.name = "setup-overhead",
	.summary = "no set-up and no one-time work inside the timed part",
	.needs = NEED_TIMES | NEED_TWO_COUNTS,
	.alone = ALONE,
	.limits = limits,
	.run = setup_overhead_run,
};
