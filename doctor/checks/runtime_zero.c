/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/bench_times.h"
#include "doctor/base/check.h"

#include "compare/print/format.h"

static void runtime_zero_run(const struct bench_data *bench, struct findings *findings)
{
	const struct series *first = &bench->series[0];
	const struct series *last = &bench->series[bench->series_count - 1];
	char one[FORMAT_SIZE], many[FORMAT_SIZE];
	struct finding *finding;

	if (bench_data_time_grows(bench))
		return;
	finding = finding_add(findings, SEVERITY_ERROR,
		"time does not grow with iterations: %s for %lld, %s for %lld",
		format_time(one, first->time_ns), (long long)first->iterations,
		format_time(many, last->time_ns), (long long)last->iterations);
	finding_number(finding, "first_ns", first->time_ns);
	finding_number(finding, "last_ns", last->time_ns);
	finding_number(finding, "last_iterations", (double)last->iterations);
	finding_advise(finding,
		"loop n times in the timed function and pass each result to "
		"bd_keep(), as the optimiser removes work whose result is unused. If "
		"most of the work is done once, whatever n is, move it into .setup");
}

const struct check check_runtime_zero = {
	.name = "runtime-zero",
	.summary = "time grows with the number of iterations",
	.needs = NEED_TIMES | NEED_TWO_COUNTS,
	.run = runtime_zero_run,
};
