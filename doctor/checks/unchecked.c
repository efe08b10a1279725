/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

static void unchecked_run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	struct launch_cursor cursor = { 0 };
	const struct launch *launch;

	(void)settings;
	while ((launch = bench_data_next(bench, &cursor)))
		if (!launch->evidence || launch->evidence->verified ||
			launch->evidence->has_checksum)
			return;
	finding_advise(finding_add(findings, SEVERITY_WARNING,
			       "its result is never checked: it has no verify function, and "
			       "gives no result to bd_result()"),
		"pass the result of one iteration to bd_result(), and compare it with the "
		"right one in .verify");
}

const struct check check_unchecked = {
	.name = "unchecked",
	.summary = "something checks the result of the benchmark",
	.explain = "A finding means that the benchmark has no verify function and gives no\n"
		   "result to bd_result(). If a change breaks what it measures, nobody\n"
		   "notices: wrong work is often fast, and looks like an improvement.\n\n"
		   "How to fix it: pass the result of one iteration to bd_result(). The\n"
		   "check 'verify' then finds results that differ between launches. Compare\n"
		   "it with the right one in a verify function: return bd_expect(b, 42).\n\n"
		   "Example: a sort that returns at once is a thousand times faster. With a\n"
		   "hash of the sorted array as its result, verify fails instead.\n",
	.needs = NEED_TIMES | NEED_VERIFIED,
	.of_names = true,
	.run = unchecked_run,
};
