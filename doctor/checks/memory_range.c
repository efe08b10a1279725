/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/format.h"
#include "doctor/base/check.h"

#include "doctor/checks/pages.h"

static void memory_range_run(const struct bench_data *bench, struct findings *findings)
{
	double most = findings_limit(findings, "");
	struct pages widest = { .range = -1 };
	int64_t iterations = 0;

	for (size_t i = 0; i < bench->series_count; i++) {
		struct pages pages = pages_of(&bench->series[i]);

		if (pages.count > 1 && pages.range > widest.range &&
			!(pages.grown_range <= most)) {
			widest = pages;
			iterations = bench->series[i].iterations;
		}
	}
	if (!(widest.range > most))
		return;
	finding_add(findings, SEVERITY_WARNING,
		"fix memory-growth first if it is found too. Otherwise find "
		"memory that depends on time, addresses or random numbers: "
		"hash seeds, threads, caches that fill while there is time",
		"peak memory ranges over %.0f pages (%.0f to %.0f) in %zu launches of %lld "
		"iteration%s",
		widest.range, widest.least, widest.most, widest.count, (long long)iterations,
		PLURAL(iterations));
	finding_number(findings, "range", widest.range);
	finding_number(findings, "least", widest.least);
	finding_number(findings, "most", widest.most);
}

const struct check check_memory_range = {
	.name = "memory-range",
	.summary = "launches of the same work need the same memory",
	.needs = NEED_TIMES | NEED_LAUNCHES | NEED_MEMORY | NEED_FIXED_LAYOUT,
	.limits = {
	{ "", LIMIT_COUNT, 15, "a range of more pages over the launches is a warning" },
	},
	.run = memory_range_run,
};
