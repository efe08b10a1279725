/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/series.h"

#include <math.h>

#define MIN_SAMPLES 20

struct dependence {
	double lag1, share; /* medians over the launches */
	size_t dependent, asked;
};

static struct dependence dependence_examine(
	const struct series *series, double p, double lag1, double ess)
{
	AUTO_FREE double *lags = memory_zeroed(series->count, sizeof(*lags));
	AUTO_FREE double *shares = memory_zeroed(series->count, sizeof(*shares));
	const struct launch *launch;
	struct dependence d = { 0 };

	for (size_t i = 0; (launch = series_next_sampled(series, MIN_SAMPLES, &i)); d.asked++) {
		const double *samples = launch->evidence->samples;
		double *lag = &lags[d.asked], *share = &shares[d.asked];
		size_t n = launch->sample_count;

		series_autocorrelation(samples, n, lag, 1);
		*share = series_effective_size(samples, n) / (double)n;
		d.dependent +=
			(*lag > lag1 && series_ljung_box(samples, n, 1).p < p) || *share < ess;
	}
	d.lag1 = quantile_median_of(lags, d.asked);
	d.share = quantile_median_of(shares, d.asked);
	return d;
}

static void dependence_run(const struct bench_data *bench, struct findings *findings)
{
	struct dependence d =
		dependence_examine(bench_data_main_series(bench), findings_limit(findings, "p"),
			findings_limit(findings, "lag1"), findings_limit(findings, "ess"));

	if (2 * d.dependent <= d.asked)
		return;
	finding_add(findings, SEVERITY_INFO,
		"nothing to do: bdriver compares launches, not samples. More "
		"samples in a launch will not help",
		"neighbouring samples are correlated (lag-1 autocorrelation %.2f): the "
		"effective sample size is %.0f %% of their number",
		d.lag1, fmin(d.share, 1) * 100);
	finding_number(findings, "lag1", d.lag1);
	finding_number(findings, "effective_share", d.share);
}

const struct check check_dependence = {
	.name = "dependence",
	.summary = "samples of a launch are independent",
	.needs = NEED_TIMES | NEED_ORDER | NEED_QUIET,
	.min_samples = MIN_SAMPLES,
	.alone = ALONE,
	.limits = {
	{ "p", LIMIT_NUMBER, 0.001,
		"samples depend if the p-value of the Ljung-Box test is below this" },
	{ "lag1", LIMIT_NUMBER, 0.2, "and their lag-1 autocorrelation is above this" },
	{ "ess", LIMIT_NUMBER, 0.5, "or if their effective sample size is below this share" },
	},
	.run = dependence_run,
};
