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
		finding_advise(finding_add(findings, SEVERITY_WARNING,
				       "suite %s uses shared libraries that do not align their "
				       "code: an edit of one moves its other functions within "
				       "their cache lines (%s)",
				       bench->suite, text),
			"build them with bd_align_code, or link them statically");
}

static void placement_run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	/* "12 of 80: first, second, third"; nothing if the suite aligns its code. */
	const char *text = bench->leads_suite
				   ? log_suite_meta(bench->log, bench->suite, "placement")
				   : NULL;
	unsigned long inside = text ? strtoul(text, NULL, 10) : 0;
	struct finding *finding;

	(void)settings;
	add_libraries(bench, findings);
	if (!inside)
		return;
	finding = finding_add(findings, SEVERITY_WARNING,
		"suite %s does not align its code: an edit elsewhere moves functions that its "
		"benchmarks execute within their cache lines (%s)",
		bench->suite, text);
	finding_advise(finding, "%s",
		bench_data_is_foreign(bench)
			? "compile it with -falign-functions=64 -falign-loops=64"
			: "build it with bd_add_suite, or with the flags of `pkg-config "
			  "--cflags --libs bdharness`");
	finding_number(finding, "functions", (double)inside);
}

const struct check check_placement = {
	.name = "placement",
	.summary = "an edit elsewhere does not move the code within its cache lines",
	.explain = "A finding means that functions which benchmarks execute begin inside a\n"
		   "cache line of 64 bytes, and that the suite does not align its code. An\n"
		   "edit of any other file then moves them. That alone makes some benchmarks\n"
		   "faster or slower, by up to a factor of two, in every launch.\n\n"
		   "The finding is shown once per suite. It gives the\n"
		   "number of these functions, of all that are executed, and the first names.\n"
		   "Functions of shared libraries that are not stripped count as well.\n\n"
		   "How to fix it: build the suite with bd_add_suite, or with the flags of\n"
		   "pkg-config --cflags --libs bdharness; a shared library with\n"
		   "bd_align_code, or link it statically. Flags of your own that align\n"
		   "functions win, and so does NO_ALIGN. If that is what you want, waive the\n"
		   "finding: ignore = placement:SUITE/*.\n\n"
		   "Example: '12 of 80: sift, quick_sort, run': 12 of the 80 functions that\n"
		   "are executed begin inside a line.\n",
	.needs = NEED_PLACEMENT,
	.of_names = true,
	.of_suite = true,
	.run = placement_run,
};
