/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/stats/series.h"

#include <math.h>
#include <stdlib.h>

extern const struct check check_dependence;

static const struct limit limits[] = {
	{ "p", LIMIT_NUMBER, 0.001, "Ljung-Box probability below which samples depend" },
	{ "lag1", LIMIT_NUMBER, 0.2, "and the lag-1 autocorrelation is above this" },
	{ "ess", LIMIT_NUMBER, 0.5, "or the effective sample size is below this share" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

#define LEAST 20

struct dependence {
	double lag1, share; /* medians over the launches */
	size_t dependent, asked;
};

static struct dependence examine(const struct series *series, double p, double lag1, double ess)
{
	double *lags = memory_zeroed(series->count, sizeof(*lags));
	double *shares = memory_zeroed(series->count, sizeof(*shares));
	const struct launch **launches = memory_zeroed(series->count, sizeof(*launches));
	struct dependence d = { .asked = series_sampled(series, LEAST, launches) };

	for (size_t i = 0; i < d.asked; i++) {
		const double *samples = launches[i]->evidence->samples;
		size_t n = launches[i]->sample_count;

		series_autocorrelation(samples, n, &lags[i], 1);
		shares[i] = series_effective_size(samples, n) / (double)n;
		d.dependent += (lags[i] > lag1 && series_ljung_box(samples, n, 1).p < p) ||
			       shares[i] < ess;
	}
	d.lag1 = quantile_median_of(lags, d.asked);
	d.share = quantile_median_of(shares, d.asked);
	free(launches);
	free(lags);
	free(shares);
	return d;
}

static bool enough(const struct bench_data *bench)
{
	return series_sampled(bench_data_main_series(bench), LEAST, NULL) > 0;
}

static void run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	struct dependence d = examine(bench_data_main_series(bench),
		settings_limit(settings, &check_dependence, "p"),
		settings_limit(settings, &check_dependence, "lag1"),
		settings_limit(settings, &check_dependence, "ess"));
	struct finding *finding;

	if (!d.dependent || 2 * d.dependent <= d.asked)
		return;
	finding = finding_add(findings, SEVERITY_INFO,
		"neighbouring samples resemble each other (lag-1 autocorrelation %.2f): they "
		"tell "
		"as much as %.0f %% of their number",
		d.lag1, fmin(d.share, 1) * 100);
	finding_number(finding, "lag1", d.lag1);
	finding_number(finding, "effective_share", d.share);
	finding_advise(finding, "nothing to do: bdriver decides between launches, not between "
				"samples; more samples "
				"in a launch will not help");
}

const struct check check_dependence = {
	.name = "dependence",
	.summary = "samples of a launch are independent of each other",
	.explain = "Neighbouring samples resemble each other (Ljung-Box test, lag-1 "
		   "autocorrelation), so n\n"
		   "of them tell less than n independent ones would: the effective sample "
		   "size. A test on\n"
		   "the samples of one process then finds changes where there are none. "
		   "bdriver therefore\n"
		   "counts launches, and this is information only.\n\n"
		   "How to mend it: not needed. It often comes with drift or modes, which are "
		   "worth a look.\n"
		   "\nExample: 'lag-1 autocorrelation 0.55: they tell as much as 29 % of\n"
		   "their number': each sample finds in the cache what the one before has\n"
		   "left there. Take more rounds, not more samples.\n",
	.needs = NEED_TIMES | NEED_ORDER | NEED_QUIET,
	.enough = enough,
	.alone = ALONE,
	.limits = limits,
	.run = run,
};
