/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/format_time.h"
#include "compare/memory.h"
#include "compare/summary.h"

#include <math.h>
#include <stdlib.h>

extern const struct check check_outliers;

static const struct limit limits[] = {
	{ "", LIMIT_PERCENT, 0.10, "a larger share of the samples is mentioned" },
	{ "gap", LIMIT_PERCENT, 0.02, "only samples this far above the median count" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

/* With fewer samples one alone would be more than a tenth. */
#define LEAST 10

/* Where nearly all samples are equal, the fence alone lies one step of the clock above them. */
static size_t count_outliers(const struct launch *launch, double gap)
{
	struct summary summary =
		summary_of(launch->evidence->samples, launch->sample_count, QUANTILE_R1);
	double least = fmax(summary.fence_high, summary.median * (1 + gap));
	size_t count = 0;

	for (size_t i = 0; i < launch->sample_count; i++)
		count += launch->evidence->samples[i] > least;
	return count;
}

static void run(const struct patient *patient, const struct settings *settings,
	struct findings *findings)
{
	double most = settings_limit(settings, &check_outliers, "");
	double gap = settings_limit(settings, &check_outliers, "gap");
	const struct series *series = patient_main_series(patient);
	const struct launch **launches = memory_zeroed(series->count, sizeof(*launches));
	size_t count = series_sampled(series, LEAST, launches), samples = 0, outliers = 0;
	char percent[FORMAT_SIZE];
	struct finding *finding;
	double share;

	for (size_t i = 0; i < count; i++) {
		samples += launches[i]->sample_count;
		outliers += count_outliers(launches[i], gap);
	}
	free(launches);
	share = samples ? (double)outliers / (double)samples : 0;
	if (!(share > most))
		return;
	finding = finding_add(findings, SEVERITY_INFO,
		"%s of the samples are outliers (%zu of %zu above Q3 + 1.5 IQR)",
		format_percent(percent, share), outliers, samples);
	finding_number(finding, "share", share);
	finding_number(finding, "samples", (double)samples);
	finding_advise(finding, "something takes turns with the work: a timer, a flush, a "
				"reallocation every so often");
}

const struct check check_outliers = {
	.name = "outliers",
	.summary = "few samples lie far above the others",
	.explain = "More than one sample in ten lies above Q3 + 1.5 IQR of its launch (Tukey's "
		   "fence) and\n"
		   "2 % above its median. Now and then an interrupt does that; so many point "
		   "to the work\n"
		   "itself: a buffer that is flushed, a table that grows, a garbage "
		   "collection.\n\n"
		   "How to mend it: if that work belongs to the benchmark, make each iteration "
		   "do its\n"
		   "share; if not, do it in .before_sample.\n",
	.needs = NEED_TIMES | NEED_SAMPLES | NEED_QUIET,
	.limits = limits,
	.run = run,
};
