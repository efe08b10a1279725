/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "doctor/checks/pages.h"

#include <math.h>

static void memory_growth_run(const struct bench_data *bench, struct findings *findings)
{
	double least = findings_limit(findings, "");
	struct pages one = pages_of(&bench->series[0]);
	struct pages two = pages_of(&bench->series[1]);
	double difference = two.least - one.least;
	double grown = fabs(two.grown_least - one.grown_least);

	if (!one.count || !two.count ||
		!(fabs(difference) > fmax(least, fmax(one.range, two.range))))
		return;
	if (grown <= fmax(least, fmax(one.grown_range, two.grown_range)))
		return;
	finding_add(findings, SEVERITY_ERROR,
		difference > 0 ? "free in each iteration what it allocates, and let no "
				 "container grow with n"
			       : "fewer iterations need more memory: find what is done once or "
				 "only for small n, and move it into .setup",
		"peak memory differs by %+.0f pages (%.0f KiB) between %lld and %lld "
		"iterations",
		difference, difference * 4, (long long)bench->series[0].iterations,
		(long long)bench->series[1].iterations);
	finding_number(findings, "pages", difference);
	finding_number(findings, "range_first", one.range);
	finding_number(findings, "range_second", two.range);
}

const struct check check_memory_growth = {
	.name = "memory-growth",
	.summary = "peak memory does not depend on the number of iterations",
	.needs = NEED_TIMES | NEED_TWO_COUNTS | NEED_MEMORY,
	.limits = {
	{ "", LIMIT_COUNT, 15, "a difference of more pages, beyond both ranges, is an error" },
	},
	.run = memory_growth_run,
};
