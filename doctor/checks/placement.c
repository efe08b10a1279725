/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <stdlib.h>

/* "libmy.so: 2 of 5: first, second". */
static void add_libraries(const struct bench_data *bench, struct findings *findings)
{
	const char *text = bench->leads_suite ? log_suite_meta(bench->log, bench->suite,
							"library_placement")
					      : NULL;

	if (text)
		finding_add(findings, SEVERITY_WARNING,
			"build them with bd_align_code, or link them statically",
			"suite %s uses shared libraries that do not align their "
			"code: an edit of one moves its other functions within "
			"their cache lines (%s)",
			bench->suite, text);
}

static void placement_run(const struct bench_data *bench, struct findings *findings)
{
	/* "12 of 80: first, second, third"; nothing if the suite aligns its code. */
	const char *text = bench->leads_suite
				   ? log_suite_meta(bench->log, bench->suite, "placement")
				   : NULL;
	unsigned long inside = text ? strtoul(text, NULL, 10) : 0;

	add_libraries(bench, findings);
	if (!inside)
		return;
	finding_add(findings, SEVERITY_WARNING,
		bench_data_adapter(bench)
			? "compile it with -falign-functions=64 -falign-loops=64"
			: "build it with bd_add_suite, or with the flags of `pkg-config "
			  "--cflags --libs bdharness`",
		"suite %s does not align its code: an edit elsewhere moves functions that its "
		"benchmarks execute within their cache lines (%s)",
		bench->suite, text);
	finding_number(findings, "functions", (double)inside);
}

const struct check check_placement = {
	.name = "placement",
	.summary = "an edit elsewhere does not move the code within its cache lines",
	.needs = NEED_PLACEMENT,
	.of_names = true,
	.of_suite = true,
	.run = placement_run,
};
