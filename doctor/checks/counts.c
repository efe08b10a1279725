/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <math.h>
#include <stdlib.h>

/* Writing the samples takes more instructions where they have more digits. */
#define HARNESS_NOISE 5000

static void counts_run(const struct bench_data *bench, struct findings *findings)
{
	const char *text = log_fact(bench->log, LOG_INSTRUCTIONS, bench->suite, bench->name);
	double limit = findings_limit(findings, ""), least = NAN, most = NAN;
	char *end;

	for (double count = strtod(text, &end); end != text; count = strtod(text, &end)) {
		least = fmin(least, count);
		most = fmax(most, count);
		text = end;
	}
	if (!(most - least > fmax(limit * least, HARNESS_NOISE)))
		return;
	finding_add(findings, SEVERITY_WARNING,
		"find what differs from launch to launch: a hash seed, random "
		"numbers, the clock, threads",
		"launches of the same work execute %.0f to %.0f instructions, up to %.2g %% "
		"more",
		least, most, 100 * (most / least - 1));
	finding_number(findings, "least", least);
	finding_number(findings, "most", most);
}

const struct check check_counts = {
	.name = "counts",
	.summary = "launches of the same work execute as many instructions",
	.needs = NEED_COUNTED,
	.of_names = true,
	.on_request = true,
	.limits = {
	{ "", LIMIT_PERCENT, 0.001, "launches that differ by more are a warning" },
	},
	.run = counts_run,
};
