/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/series.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdlib.h>

static double squares_of(const double *values, size_t n, double mean)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sum;
}

static double products_of(const double *values, size_t n, double mean, size_t lag)
{
	double sum = 0;

	for (size_t i = 0; i + lag < n; i++)
		sum += (values[i] - mean) * (values[i + lag] - mean);
	return sum;
}

void series_autocorrelation(const double *values, size_t n, double *r, size_t lags)
{
	double mean = moments_of(values, n).mean;
	double squares = squares_of(values, n, mean);

	for (size_t lag = 1; lag <= lags; lag++) {
		double sum = products_of(values, n, mean, lag);

		r[lag - 1] = lag >= n ? NAN : squares > 0 ? sum / squares : 0;
	}
}

struct ljung_box series_ljung_box(const double *values, size_t n, size_t lags)
{
	struct ljung_box result = { NAN, NAN };
	double *r;

	if (lags == 0 || lags >= n)
		return result;
	r = memory_zeroed(lags, sizeof(*r));
	series_autocorrelation(values, n, r, lags);
	result.q = 0;
	for (size_t lag = 1; lag <= lags; lag++)
		result.q += r[lag - 1] * r[lag - 1] / (double)(n - lag);
	result.q *= (double)n * ((double)n + 2);
	result.p = chi2_sf(result.q, (double)lags);
	free(r);
	return result;
}

double series_effective_size(const double *values, size_t n)
{
	double mean = moments_of(values, n).mean, squares = squares_of(values, n, mean),
	       sum = 0;

	/* Lag by lag, as most series need the first pair only. */
	for (size_t lag = 1; squares > 0 && lag + 1 < n; lag += 2) {
		double pair = (products_of(values, n, mean, lag) +
				      products_of(values, n, mean, lag + 1)) /
			      squares;

		if (!(pair > 0))
			break;
		sum += pair;
	}
	return (double)n / (1 + 2 * sum);
}
