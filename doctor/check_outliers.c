/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/format_time.h"
#include "compare/summary.h"

extern const struct check check_outliers;

static const struct limit limits[] = {
	{ "", LIMIT_PERCENT, 0.10, "a larger share of the samples is mentioned" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

static void run(const struct patient *patient, const struct settings *settings,
	struct findings *findings)
{
	double most = settings_limit(settings, &check_outliers, "");
	const struct series *series = patient_main_series(patient);
	size_t samples = 0, outliers = 0;
	char percent[FORMAT_SIZE];
	struct finding *finding;
	double share;

	for (size_t i = 0; i < series->count; i++) {
		const struct launch *launch = series->launches[i];
		struct summary summary;

		if (!launch->evidence || !launch->evidence->samples)
			continue;
		summary = summary_of(
			launch->evidence->samples, launch->sample_count, QUANTILE_R1);
		samples += summary.n;
		outliers += summary.outliers;
	}
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
		   "fence). Now\n"
		   "and then an interrupt does that; so many point to the work itself: a "
		   "buffer that is\n"
		   "flushed, a table that grows, a garbage collection.\n\n"
		   "How to mend it: if that work belongs to the benchmark, make each iteration "
		   "do its share;\n"
		   "if not, do it in .before_sample.\n",
	.needs = NEED_TIMES | NEED_SAMPLES,
	.limits = limits,
	.run = run,
};
