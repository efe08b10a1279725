/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/format_time.h"

#include <math.h>

extern const struct check check_runtime_short;

static const struct limit limits[] = {
	{ "info", LIMIT_DURATION, 20e3, "a shorter iteration is mentioned" },
	{ "steps", LIMIT_NUMBER, 2, "a sample shorter than this many clock steps is an error" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

static void too_short_for_the_clock(struct findings *findings, double t, double n, double step)
{
	char time[FORMAT_SIZE], clock[FORMAT_SIZE];
	struct finding *finding = finding_add(findings, SEVERITY_ERROR,
		"a sample of %.0f iterations takes %s, where the clock's step is %s", n,
		format_time(time, t * n), format_time(clock, step));

	finding_number(finding, "iteration_ns", t);
	finding_number(finding, "iterations", n);
	finding_number(finding, "clock_step_ns", step);
	finding_advise(finding, "do more work in an iteration: at least %.0f times as much",
		ceil(10 * step / (t * n)));
}

static void short_but_counted(struct findings *findings, double t, double n, double step)
{
	bool coarse = !(step < 1000);
	char time[FORMAT_SIZE], clock[FORMAT_SIZE];
	struct finding *finding;

	if (coarse)
		finding = finding_add(findings, SEVERITY_WARNING,
			"%s per iteration, where the clock's step is %s", format_time(time, t),
			isnan(step) ? "not known" : format_time(clock, step));
	else if (n >= 1)
		finding = finding_add(findings, SEVERITY_INFO,
			"%s per iteration; timed in samples of %.0f iterations",
			format_time(time, t), n);
	else
		finding = finding_add(
			findings, SEVERITY_INFO, "%s per iteration", format_time(time, t));
	finding_number(finding, "iteration_ns", t);
	finding_number(finding, "iterations", n);
	finding_number(finding, "clock_step_ns", step);
	finding_advise(
		finding, coarse ? "do more work in an iteration, or use a finer clock"
				: "nothing to do, unless the work was meant to be longer");
}

static void run(const struct patient *patient, const struct settings *settings,
	struct findings *findings)
{
	double info = settings_limit(settings, &check_runtime_short, "info");
	double steps = settings_limit(settings, &check_runtime_short, "steps");
	double t = patient_slope_ns(patient), step = patient->clock_step_ns;
	double n = (double)patient->tuned_iterations;

	if (!(t > 0) || !(t < info) || !patient_time_grows(patient))
		return;
	if (n >= 1 && step > 0 && t * n < steps * step)
		too_short_for_the_clock(findings, t, n, step);
	else
		short_but_counted(findings, t, n, step);
}

const struct check check_runtime_short = {
	.name = "runtime-short",
	.summary = "an iteration is long enough for the clock",
	.explain = "Under 20 us an iteration cannot be timed alone: the clock's step and the "
		   "cost of\n"
		   "reading it are part of the number. bdriver then times many iterations as "
		   "one sample, so\n"
		   "with a fine clock this is only information. With a clock of 1 us (most "
		   "foreign logs)\n"
		   "two benchmarks of 3 and 4 us differ by a third or not at all: a warning. A "
		   "sample that\n"
		   "is shorter than two steps of the clock is an error.\n\n"
		   "How to mend it: do more work in one iteration, for example a loop over "
		   "1,000 elements\n"
		   "instead of one.\n",
	.needs = NEED_TIMES,
	.limits = limits,
	.run = run,
};
