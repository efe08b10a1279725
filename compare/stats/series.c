/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/series.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <string.h>

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
	AUTO_FREE double *r = NULL;

	if (lags == 0 || lags >= n)
		return result;
	r = memory_zeroed(lags, sizeof(*r));
	series_autocorrelation(values, n, r, lags);
	result.q = 0;
	for (size_t lag = 1; lag <= lags; lag++)
		result.q += r[lag - 1] * r[lag - 1] / (double)(n - lag);
	result.q *= (double)n * ((double)n + 2);
	result.p = chi2_sf(result.q, (double)lags);
	return result;
}

/* Of all lags at once, by the Fourier transform of the series with as many zeros behind it. */
static double *all_products(const double *values, size_t n, double mean)
{
	size_t size = 1;
	double *data;

	while (size < 2 * n)
		size *= 2;
	data = memory_zeroed(size, sizeof(*data));
	for (size_t i = 0; i < n; i++)
		data[i] = values[i] - mean;
	gsl_fft_real_radix2_transform(data, 1, size);
	data[0] *= data[0];
	data[size / 2] *= data[size / 2];
	for (size_t i = 1; i < size / 2; i++) {
		data[i] = data[i] * data[i] + data[size - i] * data[size - i];
		data[size - i] = 0;
	}
	gsl_fft_halfcomplex_radix2_inverse(data, 1, size);
	return data;
}

/* Most series need the first pair of lags only. */
#define LAGS_ONE_BY_ONE 64

double series_effective_size(const double *values, size_t n)
{
	double mean = moments_of(values, n).mean, squares = squares_of(values, n, mean),
	       sum = 0;
	AUTO_FREE double *all = NULL;

	for (size_t lag = 1; squares > 0 && lag + 1 < n; lag += 2) {
		double pair;

		if (lag > LAGS_ONE_BY_ONE && !all)
			all = all_products(values, n, mean);
		pair = all ? all[lag] + all[lag + 1]
			   : products_of(values, n, mean, lag) +
				       products_of(values, n, mean, lag + 1);
		if (!(pair > 0))
			break;
		sum += pair / squares;
	}
	return (double)n / (1 + 2 * sum);
}

/* What ties take from the variance: the sum of t (t - 1) (2 t + 5). */
static double ties_of(const double *values, size_t n)
{
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));
	double ties = 0;

	if (n > 0)
		memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	for (size_t i = 0, end; i < n; i = end) {
		double t;

		for (end = i + 1; end < n && sorted[end] == sorted[i];)
			end++;
		t = (double)(end - i);
		ties += t * (t - 1) * (2 * t + 5);
	}
	return ties;
}

struct mann_kendall mann_kendall(const double *values, size_t n)
{
	struct mann_kendall r = { .s = 0, .p = 1 };
	double count = (double)n;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			r.s += (values[j] > values[i]) - (values[j] < values[i]);
	r.variance = (count * (count - 1) * (2 * count + 5) - ties_of(values, n)) / 18;
	if (r.variance > 0 && r.s != 0)
		r.z = (r.s - copysign(1, r.s)) / sqrt(r.variance);
	r.p = fmin(1, 2 * normal_sf(fabs(r.z)));
	return r;
}

double sen_slope(const double *values, size_t n)
{
	size_t count = 0;
	AUTO_FREE double *slope = NULL;

	if (n < 2)
		return NAN;
	slope = memory_zeroed(n * (n - 1) / 2, sizeof(*slope));
	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			slope[count++] = (values[j] - values[i]) / (double)(j - i);
	quantile_sort(slope, count);
	return quantile_median(slope, count);
}
