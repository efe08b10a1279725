/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <math.h>

/* CPU time per wall time, without the time in which the launch was ready but another process
 * ran. */
static double cpu_ratio(const struct evidence *evidence)
{
	double own = evidence->wall_ns;

	if (evidence->run_delay_ns > 0 && own > evidence->cpu_ns)
		own -= fmin((double)evidence->run_delay_ns, own - evidence->cpu_ns);
	return evidence->cpu_ns >= 0 && own > 0 ? evidence->cpu_ns / own : NAN;
}

static double best_ratio(const struct bench_data *bench)
{
	struct launch_cursor cursor = { 0 };
	const struct launch *launch;
	double best = bench->anywhere ? best_ratio(bench->anywhere) : NAN;

	while ((launch = bench_data_next(bench, &cursor)))
		if (launch->evidence)
			best = fmax(best, cpu_ratio(launch->evidence));
	return best; /* NAN: not known of any launch */
}

static void waits_run(const struct bench_data *bench, struct findings *findings)
{
	double ratio = best_ratio(bench);

	if (ratio < findings_limit(findings, "low")) {
		finding_add(findings, SEVERITY_WARNING,
			"it sleeps, or waits for a file, a lock or another process: measure "
			"the work without the wait, or wait for nothing slower than memory",
			"only %.0f %% of its time is CPU time, even in the best launch",
			ratio * 100);
	} else if (ratio > findings_limit(findings, "high")) {
		finding_add(findings, SEVERITY_INFO,
			"set 'all_cpus = yes' in its suite's section of bdriver.ini: "
			"else its threads share the CPU of one launch",
			"it uses %.2f cores", ratio);
	} else {
		return;
	}
	finding_number(findings, "cpu_per_wall", ratio);
}

const struct check check_waits = {
	.name = "waits",
	.summary = "the benchmark computes all the time, on one core",
	.needs = NEED_TIMES | NEED_CPU_TIME,
	.alone = ALONE,
	.limits = {
	{ "low", LIMIT_NUMBER, 0.9, "less CPU time than this share of wall time is a warning" },
	{ "high", LIMIT_NUMBER, 1.1, "more CPU time than this share is information" },
	},
	.run = waits_run,
};
