/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/print/format.h"

static void run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	const struct series *first = &bench->series[0];
	const struct series *last = &bench->series[bench->series_count - 1];
	char one[FORMAT_SIZE], many[FORMAT_SIZE];
	struct finding *finding;

	(void)settings;
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
		"does the timed function loop n times, and does bd_keep() see "
		"what it computes? "
		"The optimiser removes work whose result nobody uses. Or nearly "
		"all is done once, whatever n is: move that into .setup");
}

const struct check check_runtime_zero = {
	.name = "runtime-zero",
	.summary = "time grows with the number of iterations",
	.explain = "From the fewest to the most iterations the best time of a sample grows\n"
		   "by no more than 1 % of the first for each iteration, or by half of it\n"
		   "in all. Either the function ignores n, or the optimiser has seen that\n"
		   "the result is never used and has removed the work, or all the work is\n"
		   "done the first time and remembered, or so much is set up inside the\n"
		   "timed part that the rest does not show. Such a number tells how long\n"
		   "it takes to read the clock.\n\n"
		   "How to mend it: loop over n in the timed function, give the result to\n"
		   "bd_keep(), and keep inputs unknown to the compiler (in b->state, or\n"
		   "after bd_clobber()).\n\n"
		   "Example: what is measured is sum(); it runs n times, and its result is\n"
		   "kept.\n"
		   "    for (uint64_t i = 0; i < n; i++)\n"
		   "            bd_keep(sum(b->state));\n",
	.needs = NEED_TIMES | NEED_TWO_COUNTS,
	.run = run,
};
