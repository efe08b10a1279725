/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/print/format.h"

#include <math.h>
#include <string.h>

/* Other launches slow an iteration down by less than this factor. */
#define CLEAR 2

static bool runtime_long_is_clear(const struct finding *finding)
{
	return finding_number_of(finding, "iteration_ns") >=
	       CLEAR * finding_number_of(finding, "limit_ns");
}

static void runtime_long_run(const struct bench_data *bench, struct findings *findings)
{
	double warning = findings_limit(findings, "warning");
	double error = findings_limit(findings, "error");
	double t = bench_data_slope_ns(bench), two, ten;
	char time[FORMAT_SIZE], by_two[FORMAT_SIZE], by_ten[FORMAT_SIZE];
	const char *adapter = bench_data_adapter(bench);

	/* Of a short command most is the start of a process. */
	if ((!(t > warning) && !(t >= error)) || (adapter && !strcmp(adapter, "command")))
		return;
	/* The configured error may be below the warning, or 0. */
	warning = fmax(fmin(warning, error), 1);
	two = exp2(ceil(log2(t / warning)));
	ten = pow(10, ceil(log10(t / warning)));
	finding_add(findings, t >= error ? SEVERITY_ERROR : SEVERITY_WARNING, NULL,
		"%s per iteration", format_time(time, t));
	finding_number(findings, "iteration_ns", t);
	finding_number(findings, "limit_ns", t >= error ? error : warning);
	finding_number(findings, "divisor", two);
	finding_advise(findings, "divide the workload by %.0f (%s) or by %.0f (%s)", two,
		format_time(by_two, t / two), ten, format_time(by_ten, t / ten));
}

const struct check check_runtime_long = {
	.name = "runtime-long",
	.summary = "one iteration takes at most 1 ms (error from 10 ms)",
	.needs = NEED_TIMES,
	.alone = ALONE,
	.alone_needs = NEED_TWO_COUNTS, /* set-up is taken out */
	.is_clear = runtime_long_is_clear,
	.limits = {
	{ "warning", LIMIT_DURATION, 1e6, "a longer iteration is a warning" },
	{ "error", LIMIT_DURATION, 10e6, "an iteration at least this long is an error" },
	},
	.run = runtime_long_run,
};
