/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/print/format.h"

#include <math.h>

/* With a clock this coarse (most foreign logs), samples of one iteration are too inexact. */
#define COARSE_NS 1000
/* Clock steps that a sample should have. */
#define GOOD_STEPS 10

static void add_numbers(struct findings *findings, double t, double n, double step)
{
	finding_number(findings, "iteration_ns", t);
	finding_number(findings, "iterations", n >= 1 ? n : NAN);
	finding_number(findings, "clock_step_ns", step);
}

static const char *step_text(char *out, double step)
{
	return step > 0 ? format_time(out, step) : "unknown";
}

/* All samples are 0, at the only iteration count. */
static void takes_no_time(struct findings *findings, double n, double step)
{
	char clock[FORMAT_SIZE];

	finding_add(findings, SEVERITY_ERROR,
		"do more work in an iteration, use a finer clock, or time more "
		"iterations as one sample",
		"a sample is too short for the clock to measure; clock step: %s",
		step_text(clock, step));
	add_numbers(findings, 0, n, step);
}

static void too_short_for_the_clock(
	struct findings *findings, double t, double n, double step, double steps)
{
	char time[FORMAT_SIZE], clock[FORMAT_SIZE];

	finding_add(findings, SEVERITY_ERROR, NULL,
		"a sample of %.0f iteration%s takes %s; clock step: %s", n, PLURAL(n),
		format_time(time, t * n), format_time(clock, step));
	add_numbers(findings, t, n, step);
	finding_advise(findings, "do more work in an iteration: at least %.0f times as much",
		ceil(fmax(steps, GOOD_STEPS) * step / (t * n)));
}

static void too_short_for_one(
	struct findings *findings, double t, double n, double step, double info)
{
	char time[FORMAT_SIZE], clock[FORMAT_SIZE], enough[FORMAT_SIZE];
	/* Rounded up: 1.1 or 7 times. */
	double times = info < 3 * t ? ceil(10 * info / t) / 10 : ceil(info / t);

	finding_add(findings, SEVERITY_WARNING, NULL, "%s per iteration; clock step: %s",
		format_time(time, t), step_text(clock, step));
	add_numbers(findings, t, n, step);
	finding_advise(findings,
		"do at least %.*f times as much work in an iteration (%s), or use a finer "
		"clock",
		info < 3 * t, times, format_time(enough, info));
}

static void short_but_counted(struct findings *findings, double t, double n, double step)
{
	static const char advice[] =
		"nothing to do, unless the iteration was meant to be longer";
	char time[FORMAT_SIZE];

	format_time(time, t);
	if (n >= 1)
		finding_add(findings, SEVERITY_INFO, advice,
			"%s per iteration; timed in samples of %.0f iteration%s", time, n,
			PLURAL(n));
	else
		finding_add(findings, SEVERITY_INFO, advice, "%s per iteration", time);
	add_numbers(findings, t, n, step);
}

static void runtime_short_run(const struct bench_data *bench, struct findings *findings)
{
	double info = findings_limit(findings, "info");
	double steps = findings_limit(findings, "steps");
	double t = bench_data_slope_ns(bench), step = bench->clock_step_ns;
	double n = (double)bench->tuned_iterations;

	/* Where the step is not known, but the launch has chosen its iterations. */
	bool counted = isnan(step) && n > 1 && t * n >= GOOD_STEPS * COARSE_NS;

	if (!bench_data_time_grows(bench) || !(t >= 0))
		return;
	if (t == 0)
		takes_no_time(findings, n, step);
	else if (n >= 1 && step > 0 && t * n < steps * step)
		too_short_for_the_clock(findings, t, n, step, steps);
	else if (!(t < info))
		return;
	else if (!(step < COARSE_NS) && !counted)
		too_short_for_one(findings, t, n, step, info);
	else if (bench->leads_suite || !bench_data_adapter(bench))
		/* Other frameworks choose the iterations of all their benchmarks. */
		short_but_counted(findings, t, n, step);
}

const struct check check_runtime_short = {
	.name = "runtime-short",
	.summary = "an iteration is long enough for the clock",
	.needs = NEED_TIMES,
	.limits = {
	{ "info", LIMIT_DURATION, 20e3, "a shorter iteration is information" },
	{ "steps", LIMIT_NUMBER, 2, "a sample shorter than this many clock steps is an error" },
	},
	.run = runtime_short_run,
};
