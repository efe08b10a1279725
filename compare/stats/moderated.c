/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/moderated.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <gsl/gsl_sf_psi.h>
#include <math.h>

/*
 * Method: ln s2 of a benchmark is the logarithm of a scaled F variable, so its mean and
 * variance over the suite give s0_squared and df0: the excess of the variance over what the df
 * of each explain is trigamma(df0 / 2), which is inverted. No excess: all have one variance
 * (df0 infinite). The floor of 1e-5 of the median is that of limma, which keeps a benchmark
 * without any noise from deciding the fit.
 */

double variance_floor(double *s2, const double *df, size_t n)
{
	AUTO_FREE double *known = memory_zeroed(n, sizeof(*known));
	double median;

	for (size_t i = 0; i < n; i++)
		known[i] = df[i] > 0 ? s2[i] : NAN;
	median = quantile_median_of(known, n);
	for (size_t i = 0; i < n; i++)
		if (df[i] > 0 && s2[i] < 1e-5 * median)
			s2[i] = 1e-5 * median;
	return median;
}

struct variance_prior variance_prior_none(const double *df, size_t n)
{
	struct variance_prior prior = { .df0 = 0 };

	for (size_t i = 0; i < n; i++)
		if (df[i] > 0)
			prior.df_sum += df[i];
	return prior;
}

struct variance_prior variance_prior_fit(const double *s2, const double *df, size_t n)
{
	struct variance_prior prior = variance_prior_none(df, n);
	double expected = 0, sum = 0, excess;
	struct running ln = { 0 };

	for (size_t i = 0; i < n; i++) {
		if (!(df[i] > 0 && isfinite(df[i]) && s2[i] > 0 && isfinite(s2[i])))
			continue;
		running_add(&ln, log(s2[i]) - gsl_sf_psi(df[i] / 2) + log(df[i] / 2));
		expected += trigamma(df[i] / 2);
		sum += s2[i];
	}
	if (ln.n < 2)
		return prior;
	excess = running_variance(&ln) - expected / (double)ln.n;
	if (excess > 0) {
		prior.df0 = 2 * trigamma_inverse(excess);
		prior.s0_squared =
			exp(ln.mean + gsl_sf_psi(prior.df0 / 2) - log(prior.df0 / 2));
	} else {
		prior.df0 = INFINITY;
		prior.s0_squared = sum / (double)ln.n;
	}
	return prior;
}

double variance_posterior(const struct variance_prior *prior, double s2, double df)
{
	if (isinf(prior->df0))
		return prior->s0_squared;
	return (prior->df0 * prior->s0_squared + df * s2) / (prior->df0 + df);
}

double variance_df(const struct variance_prior *prior, double df)
{
	return prior->df0 + df;
}

double variance_df_test(const struct variance_prior *prior, double df)
{
	double sum = variance_df(prior, df);

	return isinf(sum) || sum <= prior->df_sum ? sum : prior->df_sum;
}
