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
	.explain = "The best times of one and two iterations, T(1) and T(2), give the time\n"
		   "s that is spent once, whatever n is: s = 2 (t1 - t2) with t = T / n.\n"
		   "If s exceeds 5 % of the first sample, the time per iteration changes\n"
		   "with the number of iterations. A tuner that picks another n then shows\n"
		   "a change where there is none.\n\n"
		   "Two faults give the same picture: input built inside the timed\n"
		   "function, and a cache that the first iteration fills for all others.\n\n"
		   "How to fix it: build the input in .setup. For a cache, run the work\n"
		   "once in .setup, or make each iteration start cold.\n\n"
		   "Example: T(1) = 150 us and T(2) = 250 us give s = 2 (150 - 125) = 50\n"
		   "us: 33 % of a sample of one iteration. The timed function fills its\n"
		   "table before the loop. Fill it in .setup, and keep it in b->state.\n",
	.needs = NEED_TIMES | NEED_TWO_COUNTS,
	.alone = ALONE,
	.limits = limits,
	.run = setup_overhead_run,
};
