/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"

#include <stdlib.h>
#include <string.h>

/* A loop that takes longer is not the one whose code was read. */
#define COUNTING_NS 5

/* loop: see LOG_LOOP. */
static void does_nothing(
	const struct bench_data *bench, struct findings *findings, const char *loop)
{
	double t = bench_data_slope_ns(bench);
	char time[FORMAT_SIZE], *code;
	long instructions = strtol(loop + strcspn(loop, " "), &code, 10);

	format_time(time, t > 0 ? t : 0);
	if (*loop == 'g')
		finding_add(findings, SEVERITY_ERROR, NULL,
			"nothing is left of the timed loop: %s per iteration", time);
	else
		finding_add(findings, SEVERITY_ERROR, NULL,
			"the timed loop only counts%s: %ld instructions, %s",
			*loop == 's' ? " and stores what was computed before it" : "",
			instructions, time);
	finding_number(findings, "iteration_ns", t);
	finding_number(findings, "instructions", (double)instructions);
	if (instructions)
		findings->items[findings->count - 1].code = memory_text(code + 1);
	finding_advise(findings,
		"read the input of each iteration from memory after bd_clobber(), and pass "
		"each result to bd_keep(): the optimiser computes once what cannot change, "
		"and removes what nobody uses");
}

/* Whatever the code says. */
static void does_not_grow(const struct bench_data *bench, struct findings *findings)
{
	const struct series *first = &bench->series[0];
	const struct series *last = &bench->series[bench->series_count - 1];
	char one[FORMAT_SIZE], many[FORMAT_SIZE];

	finding_add(findings, SEVERITY_ERROR,
		"loop n times in the timed function and pass each result to "
		"bd_keep(), as the optimiser removes work whose result is unused. If "
		"most of the work is done once, whatever n is, move it into .setup",
		"time does not grow with iterations: %s for %lld, %s for %lld",
		format_time(one, first->time_ns), (long long)first->iterations,
		format_time(many, last->time_ns), (long long)last->iterations);
	finding_number(findings, "first_ns", first->time_ns);
	finding_number(findings, "last_ns", last->time_ns);
	finding_number(findings, "last_iterations", (double)last->iterations);
}

static void removed_work_run(const struct bench_data *bench, struct findings *findings)
{
	const char *loop = log_fact(bench->log, LOG_LOOP, bench->suite, bench->name);

	if (loop && bench_data_slope_ns(bench) < COUNTING_NS)
		does_nothing(bench, findings, loop);
	else if (!bench_data_time_grows(bench))
		does_not_grow(bench, findings);
}

const struct check check_removed_work = {
	.name = "removed-work",
	.summary = "each iteration does its work",
	.needs = NEED_TIMES | NEED_LOOP,
	.run = removed_work_run,
};
