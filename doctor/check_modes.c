/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/density.h"
#include "compare/dip.h"
#include "compare/format_time.h"
#include "compare/memory.h"
#include "compare/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct check check_modes;

static const struct limit limits[] = {
	{ "p", LIMIT_NUMBER, 0.01, "Hartigan dip probability below which there are modes" },
	{ "peak", LIMIT_PERCENT, 0.10, "the second peak has at least this share of the first" },
	{ "valley", LIMIT_PERCENT, 0.80, "the valley is at most this share of the lower peak" },
	{ "gap", LIMIT_PERCENT, 0.01, "the peaks are at least this far apart" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

#define LEAST     10
#define MODES_MAX 16

struct modes {
	double p, low, high; /* places of the two highest peaks, in ns */
	double resolution;   /* of the clock, in ns per iteration: no peaks nearer than two */
	double share;        /* height of the second one in the first one's */
};

static double lowest_between(const struct density_mode *modes, size_t from, size_t to)
{
	double lowest = modes[from].valley;

	for (size_t i = from; i < to; i++)
		lowest = fmin(lowest, modes[i].valley);
	return lowest;
}

/* The two highest peaks; false where there is only one, or they are one peak with a dent. */
static bool two_peaks(
	const double *sorted, size_t n, const struct settings *settings, struct modes *found)
{
	struct density *density = memory_zeroed(1, sizeof(*density));
	struct density_mode modes[MODES_MAX];
	size_t count, first = 0, second = SIZE_MAX, left, right;
	double valley;

	density_of(density, sorted, n);
	count = density_modes(density, modes, MODES_MAX);
	free(density);
	if (count > MODES_MAX)
		count = MODES_MAX;
	for (size_t i = 1; i < count; i++)
		if (modes[i].height > modes[first].height)
			first = i;
	for (size_t i = 0; i < count; i++)
		if (i != first &&
			(second == SIZE_MAX || modes[i].height > modes[second].height))
			second = i;
	if (second == SIZE_MAX)
		return false;
	left = first < second ? first : second;
	right = first < second ? second : first;
	valley = lowest_between(modes, left, right);
	found->low = modes[left].x;
	found->high = modes[right].x;
	found->share = modes[second].height / modes[first].height;
	return found->share >= settings_limit(settings, &check_modes, "peak") &&
	       valley <= settings_limit(settings, &check_modes, "valley") *
				 modes[second].height &&
	       found->high - found->low >=
		       fmax(settings_limit(settings, &check_modes, "gap") * found->low,
			       2 * found->resolution);
}

static bool has_modes(const double *values, size_t n, double resolution,
	const struct settings *settings, struct modes *found)
{
	double *sorted;
	bool yes = false;

	found->resolution = resolution;
	if (n < LEAST)
		return false;
	sorted = memory_zeroed(n, sizeof(*sorted));
	memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	found->p = dip_p(dip_statistic(sorted, n), n);
	if (found->p < settings_limit(settings, &check_modes, "p"))
		yes = two_peaks(sorted, n, settings, found);
	free(sorted);
	return yes;
}

static double resolution_of(const struct patient *patient, const struct series *series)
{
	return patient->clock_step_ns > 0 ? patient->clock_step_ns / (double)series->iterations
					  : 0;
}

static void report(struct findings *findings, const struct modes *modes, const char *what)
{
	char low[FORMAT_SIZE], high[FORMAT_SIZE], gap[FORMAT_SIZE];
	struct finding *finding = finding_add(findings, SEVERITY_WARNING,
		"%s have two modes, at %s and %s (%s apart)", what,
		format_time(low, modes->low), format_time(high, modes->high),
		format_percent(gap, modes->high / modes->low - 1));

	finding_number(finding, "low_ns", modes->low);
	finding_number(finding, "high_ns", modes->high);
	finding_number(finding, "second_peak", modes->share);
	finding_number(finding, "dip_p", modes->p);
}

static void check_launches(const struct patient *patient, const struct series *series,
	const struct settings *settings, struct findings *findings)
{
	double *medians = memory_zeroed(series->count, sizeof(*medians));
	size_t n = series_values(series, medians);
	struct modes modes;

	if (has_modes(medians, n, resolution_of(patient, series), settings, &modes)) {
		/* With a share of s in the rarer mode, both are seen in R rounds with
		 * probability 1 - (1 - s)^R: 95 % from ln .05 / ln (1 - s). */
		double rare = modes.share / (1 + modes.share);
		double rounds = ceil(log(0.05) / log1p(-rare));

		report(findings, &modes, "the times of launches");
		finding_number(&findings->items[findings->count - 1], "rounds_needed", rounds);
		finding_advise(&findings->items[findings->count - 1],
			"each process falls into one or the other (addresses, hash seeds): "
			"measure at "
			"least %.0f rounds, or fix what the process draws by lot",
			rounds);
	}
	free(medians);
}

static void run(const struct patient *patient, const struct settings *settings,
	struct findings *findings)
{
	const struct series *series = patient_main_series(patient), *alone;
	const struct launch **launches = memory_zeroed(series->count, sizeof(*launches));
	size_t bimodal = 0, asked = series_sampled(series, LEAST, launches);
	struct modes modes, first = { 0 };

	for (size_t i = 0; i < asked; i++)
		if (has_modes(launches[i]->evidence->samples, launches[i]->sample_count,
			    resolution_of(patient, series), settings, &modes) &&
			!bimodal++)
			first = modes;
	free(launches);
	if (bimodal && 2 * bimodal > asked) {
		report(findings, &first, "the samples of a launch");
		finding_advise(&findings->items[findings->count - 1],
			"two kinds of iterations take turns: every so often one does more (a "
			"flush, a "
			"resize, another branch); make them alike");
	}
	/* Only a benchmark that was doubted and measured again has enough launches. */
	alone = patient->alone ? patient_main_series(patient->alone) : NULL;
	check_launches(patient, alone ? alone : series, settings, findings);
}

const struct check check_modes = {
	.name = "modes",
	.summary = "times gather around one value",
	.explain = "Hartigan's dip test rejects a single mode, and a density estimate shows a "
		   "second peak\n"
		   "(at least 10 % of the first, a valley between them, at least 1 % apart). "
		   "Within a launch\n"
		   "iterations are of two kinds. Over launches, each process is of one kind or "
		   "the other,\n"
		   "and a comparison with few rounds may catch old in one and new in the "
		   "other.\n\n"
		   "How to mend it: within a launch make iterations alike. Over launches look "
		   "for what a\n"
		   "process draws by lot: addresses, alignment, hash seeds; fix it, or measure "
		   "at least the\n"
		   "rounds that the advice names.\n",
	.needs = NEED_TIMES | NEED_SAMPLES | NEED_QUIET,
	.confirm_alone = true,
	.limits = limits,
	.run = run,
};
