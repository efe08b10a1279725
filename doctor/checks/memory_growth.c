/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "doctor/checks/pages.h"

#include <math.h>

extern const struct check check_memory_growth;

static const struct limit limits[] = {
	{ "", LIMIT_COUNT, 15, "a larger difference, beyond both ranges, is an error" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

static void run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	double least = settings_limit(settings, &check_memory_growth, "");
	struct pages one = pages_of(&bench->series[0]);
	struct pages two = pages_of(&bench->series[1]);
	double difference = two.least - one.least;
	double grown = fabs(two.grown_least - one.grown_least);
	struct finding *finding;

	if (!one.count || !two.count ||
		!(fabs(difference) > fmax(least, fmax(one.range, two.range))))
		return;
	if (grown <= fmax(least, fmax(one.grown_range, two.grown_range)))
		return;
	finding = finding_add(findings, SEVERITY_ERROR,
		"peak memory differs by %+.0f pages (%.0f KiB) between %lld and %lld "
		"iterations",
		difference, difference * 4, (long long)bench->series[0].iterations,
		(long long)bench->series[1].iterations);
	finding_number(finding, "pages", difference);
	finding_number(finding, "range_first", one.range);
	finding_number(finding, "range_second", two.range);
	finding_advise(finding,
		difference > 0
			? "free in each iteration what it allocates, and let no "
			  "container grow with n"
			: "fewer iterations need more memory: look for what is done only "
			  "once or for small n, and do it in .setup");
}

const struct check check_memory_growth = {
	.name = "memory-growth",
	.summary = "peak memory does not depend on the number of iterations",
	.explain = "Peak memory at two iterations differs from that at one (in other logs:\n"
		   "at the two fewest), by more than 15 pages and more than launches of\n"
		   "the same kind differ; and so does what comes on top of the memory\n"
		   "before the set-up. So something leaks, or grows from iteration to\n"
		   "iteration; the time then depends on how many iterations the tuner\n"
		   "picked, and on the machine's memory.\n\n"
		   "How to mend it: free inside the loop what the loop allocates; empty a\n"
		   "container before filling it again; or reserve its memory in .setup.\n"
		   "Compared are fresh processes, as an allocator keeps what it has once\n"
		   "had.\n\n"
		   "Example: 'peak memory differs by +200 pages (800 KiB) between 1 and 2\n"
		   "iterations', where a launch takes 200 samples: each iteration keeps a\n"
		   "page. free() it at the end of the loop.\n",
	.needs = NEED_TIMES | NEED_TWO_COUNTS | NEED_MEMORY,
	.limits = limits,
	.run = run,
};
