/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <math.h>

#include "compare/print/format.h"

static double shortest_setup(const struct bench_data *bench)
{
	struct launch_cursor cursor = { 0 };
	const struct launch *launch;
	double best = NAN;

	while ((launch = bench_data_next(bench, &cursor)))
		if (launch->evidence && launch->evidence->setup_ns >= 0)
			best = fmin(best, launch->evidence->setup_ns);
	return best; /* NAN: not known of any launch */
}

static void setup_time_run(const struct bench_data *bench, struct findings *findings)
{
	double error = findings_limit(findings, "");
	double setup = shortest_setup(bench);
	char time[FORMAT_SIZE], most[FORMAT_SIZE];

	if (!(setup > error))
		return;
	finding_add(findings, SEVERITY_ERROR, NULL,
		"the set-up function takes %s at best, more than %s", format_time(time, setup),
		format_time(most, error));
	finding_number(findings, "setup_ns", setup);
	finding_advise(findings,
		"divide its work by at least %.0f (a smaller input, or one that is cheaper to "
		"make): every launch of every round pays for it",
		fmax(ceil(setup / fmax(error, 1)), 2));
}

const struct check check_setup_time = {
	.name = "setup-time",
	.summary = "the set-up function takes at most 200 ms",
	.needs = NEED_TIMES | NEED_SETUP_TIME,
	.alone = ALONE,
	.limits = {
	{ "", LIMIT_DURATION, 200e6, "a longer set-up is an error" },
	},
	.run = setup_time_run,
};
