/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

static void unchecked_run(const struct bench_data *bench, struct findings *findings)
{
	struct launch_cursor cursor = { 0 };
	const struct launch *launch;

	while ((launch = bench_data_next(bench, &cursor)))
		if (!launch->evidence || launch->evidence->result.verified ||
			launch->evidence->result.has_checksum)
			return;
	finding_add(findings, SEVERITY_WARNING,
		"pass the result of one iteration to bd_result(), and compare it with the "
		"right one in .verify",
		"its result is never checked: it has no verify function, and "
		"gives no result to bd_result()");
}

const struct check check_unchecked = {
	.name = "unchecked",
	.summary = "something checks the result of the benchmark",
	.needs = NEED_TIMES | NEED_VERIFIED,
	.of_names = true,
	.run = unchecked_run,
};
