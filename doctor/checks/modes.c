/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"
#include "doctor/checks/interrupts.h"
#include "doctor/checks/peaks.h"

#include <math.h>

/* Fewer samples of a launch show no modes. */
#define MIN_SAMPLES 10
/* Share of samples in the upper mode that interrupts do not explain. */
#define BEYOND 0.1

static struct peaks_limits limits_of(const struct findings *findings)
{
	return (struct peaks_limits){ .p = findings_limit(findings, "p"),
		.peak = findings_limit(findings, "peak"),
		.valley = findings_limit(findings, "valley"),
		.gap = findings_limit(findings, "gap"),
		.share = findings_limit(findings, "share"),
		.apart = findings_limit(findings, "apart") };
}

static void modes_report(struct findings *findings, const struct peaks *peaks, const char *what,
	const char *advice)
{
	char low[FORMAT_SIZE], high[FORMAT_SIZE], gap[FORMAT_SIZE];

	finding_add(findings, SEVERITY_WARNING, advice,
		"%s have two modes, at %s and %s (%s apart), %.0f %% in the upper one", what,
		format_time(low, peaks->low), format_time(high, peaks->high),
		format_percent(gap, peaks->high / peaks->low - 1), 100 * peaks->upper);
	finding_number(findings, "low_ns", peaks->low);
	finding_number(findings, "high_ns", peaks->high);
	finding_number(findings, "upper_share", peaks->upper);
	finding_number(findings, "dip_p", peaks->p);
}

static bool by_interrupts(
	const struct peaks *peaks, const struct series *series, const struct findings *findings)
{
	double n = (double)series->iterations;
	double explained = interrupts_share(peaks->low * n, (peaks->high - peaks->low) * n,
		findings_limit(findings, "interrupt"));

	return explained > 0 && peaks->upper <= explained + BEYOND;
}

static void check_samples(const struct bench_data *bench, struct findings *findings)
{
	const struct series *series = bench_data_main_series(bench);
	const struct launch *launch;
	size_t bimodal = 0, asked = 0;
	struct peaks_limits peaks_limits = limits_of(findings);
	struct peaks peaks, first = { 0 };

	peaks_limits.resolution = bench_data_resolution_ns(bench, series);
	for (size_t i = 0; (launch = series_next_sampled(series, MIN_SAMPLES, &i)); asked++)
		if (peaks_of(launch->evidence->samples, launch->sample_count, &peaks_limits,
			    &peaks) &&
			!by_interrupts(&peaks, series, findings) && !bimodal++)
			first = peaks;
	if (2 * bimodal <= asked)
		return;
	modes_report(findings, &first, "the samples of a launch",
		"there are two kinds of iterations: some do extra work (a flush, a resize, "
		"another branch). Make them alike");
}

/* Appends what `of` gives for the launches of a series, relative to the smallest, times that
 * of the main series. */
static size_t add_values(const struct series *series, launch_values *of,
	const struct series *main_series, double *values)
{
	size_t n = of(series, values);
	double least = INFINITY;

	for (size_t i = 0; i < n; i++)
		least = fmin(least, values[i]);
	for (size_t i = 0; i < n; i++)
		values[i] *= least > 0 ? main_series->min_ns / least : 1;
	return n;
}

/*
 * A value of each launch, of all series that the clock resolves. *resolution is the coarsest.
 * Returns their number.
 */
static size_t pool(const struct bench_data *bench, launch_values *of, double gap,
	double *values, double *resolution)
{
	const struct series *main_series = bench_data_main_series(bench);
	size_t count = 0;

	*resolution = 0;
	for (size_t s = 0; s < bench->series_count; s++) {
		const struct series *series = &bench->series[s];
		double step = bench_data_resolution_ns(bench, series);

		if (series != main_series && !(2 * step <= gap * series->min_ns))
			continue;
		count += add_values(series, of, main_series, values + count);
		if (series->min_ns > 0)
			*resolution =
				fmax(*resolution, step * main_series->min_ns / series->min_ns);
	}
	return count;
}

static size_t launch_count(const struct bench_data *bench)
{
	size_t count = 0;

	for (size_t s = 0; s < bench->series_count; s++)
		count += bench->series[s].count;
	return count;
}

static double median_minimum(const double *values, const double *minima, size_t n, bool upper,
	const struct peaks *peaks)
{
	AUTO_FREE double *group = memory_zeroed(n, sizeof(*group));
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if ((values[i] > (peaks->low + peaks->high) / 2) == upper)
			group[count++] = minima[i];
	return quantile_median_of(group, count);
}

/* A launch in a mode is in it from its first to its last sample. So the minima are in two modes
 * as well, at least half as far apart. A busy neighbour comes and goes within a launch. */
static bool are_whole(
	const double *values, const double *minima, size_t n, const struct peaks *peaks)
{
	double ratio = median_minimum(values, minima, n, true, peaks) /
		       median_minimum(values, minima, n, false, peaks);

	return ratio - 1 >= (peaks->high / peaks->low - 1) / 2;
}

/* All iteration counts together, as five launches would often all be in one mode. */
static void check_launches(const struct bench_data *bench, struct findings *findings)
{
	size_t launches = launch_count(bench);
	AUTO_FREE double *values = memory_zeroed(launches, sizeof(*values));
	AUTO_FREE double *minima = memory_zeroed(launches, sizeof(*minima));
	struct peaks_limits peaks_limits = limits_of(findings);
	size_t n =
		pool(bench, series_minima, peaks_limits.gap, minima, &peaks_limits.resolution);
	struct peaks peaks;

	pool(bench, series_values, peaks_limits.gap, values, &peaks_limits.resolution);
	if ((peaks_groups(values, n, &peaks_limits, &peaks) ||
		    peaks_of(values, n, &peaks_limits, &peaks)) &&
		are_whole(values, minima, n, &peaks)) {
		/* If the rarer mode has a share of s, R rounds see both with probability
		 * 1 - (1 - s)^R. This is 95 % from R = ln .05 / ln (1 - s) on. */
		double rare = fmax(fmin(peaks.upper, 1 - peaks.upper), 1 / (double)n);
		double rounds = ceil(log(0.05) / log1p(-rare));

		modes_report(findings, &peaks, "the times of launches", NULL);
		finding_number(findings, "rounds_needed", rounds);
		finding_advise(findings,
			"each process is in one mode or the other (addresses, hash seeds): "
			"measure at least %.0f rounds, or fix what varies by chance between "
			"processes",
			rounds);
	}
}

/* Enough launches, or a launch with enough samples. */
static bool modes_enough(const struct bench_data *bench)
{
	return launch_count(bench) >= MIN_SAMPLES || bench_data_has_samples(bench, MIN_SAMPLES);
}

static void modes_run(const struct bench_data *bench, struct findings *findings)
{
	check_samples(bench, findings);
	check_launches(bench, findings);
}

const struct check check_modes = {
	.name = "modes",
	.summary = "times gather around one value",
	.needs = NEED_TIMES | NEED_SAMPLES | NEED_QUIET,
	.enough = modes_enough,
	.alone = ALONE_MANY,
	.limits = {
	{ "p", LIMIT_NUMBER, 0.01,
		"p-value of Hartigan's dip test below which there are modes" },
	{ "peak", LIMIT_SHARE, 0.10, "the second peak is at least this share of the first" },
	{ "valley", LIMIT_SHARE, 0.80, "the valley is at most this share of the lower peak" },
	{ "gap", LIMIT_PERCENT, 0.01, "the peaks are at least this far apart" },
	{ "share", LIMIT_SHARE, 0.15,
		"of two groups of launches, the smaller has at least this share" },
	{ "apart", LIMIT_NUMBER, 3,
		"the groups are at least this many widths of the wider one apart" },
	{ "interrupt", LIMIT_DURATION, INTERRUPT_NS,
		"longest delay attributed to an interrupt, one per millisecond" },
	},
	.run = modes_run,
};
