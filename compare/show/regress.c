/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/regress.h"

#include "compare/base/memory.h"
#include "compare/stats/prng.h"
#include "compare/stats/quantile.h"

#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>

#define RESAMPLES 1000
/* The bootstrap goes over at most this many rows; more do not change what is printed. */
#define ROWS_MAX 20000

struct points {
	double *n, *time_ns;
	size_t count, n_capacity, time_capacity;
};

static void add_launch(struct points *points, const struct launch *launch)
{
	for (size_t i = 0; i < launch->sample_count && points->count < ROWS_MAX; i++) {
		size_t at = points->count++;

		points->n = memory_grow(points->n, &points->n_capacity, at + 1, sizeof(double));
		points->time_ns = memory_grow(
			points->time_ns, &points->time_capacity, at + 1, sizeof(double));
		points->n[at] = (double)launch->iterations;
		points->time_ns[at] = launch->evidence->samples[i] * (double)launch->iterations;
	}
}

static bool varies(const struct points *points)
{
	for (size_t i = 1; i < points->count; i++)
		if (points->n[i] != points->n[0])
			return true;
	return false;
}

/* Slope of a resample of the rows; NAN where it drew one number of iterations only. */
static double resampled_slope(const struct points *points, struct prng *prng)
{
	double sx = 0, sy = 0, sxx = 0, sxy = 0, count = (double)points->count;
	double mean_x = points->n[0];

	for (size_t i = 0; i < points->count; i++) {
		size_t k = (size_t)prng_below(prng, points->count);
		double x = points->n[k] - mean_x;

		sx += x;
		sy += points->time_ns[k];
		sxx += x * x;
		sxy += x * points->time_ns[k];
	}
	sxx -= sx * sx / count;
	return sxx > 0 ? (sxy - sx * sy / count) / sxx : NAN;
}

static void set_interval(struct show_regression *r, const struct points *points)
{
	double *slopes = memory_zeroed(RESAMPLES, sizeof(*slopes));
	size_t times = points->count > 2000 ? RESAMPLES / 5 : RESAMPLES, n;
	struct prng prng;

	/* A fixed seed: the same log always gives the same table. */
	prng_seed(&prng, points->count);
	for (size_t i = 0; i < times; i++)
		slopes[i] = resampled_slope(points, &prng);
	n = quantile_drop_nan(slopes, times);
	quantile_sort(slopes, n);
	r->slope_low_ns = quantile_r7(slopes, n, 0.025);
	r->slope_high_ns = quantile_r7(slopes, n, 0.975);
	free(slopes);
}

static double total_square(const double *values, size_t n)
{
	double mean = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		mean += values[i] / (double)n;
	for (size_t i = 0; i < n; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sum;
}

struct show_regression show_regress(const struct log_benchmark *benchmark)
{
	struct show_regression r = { 0, NAN, NAN, NAN, NAN, NAN };
	struct points points = { 0 };
	double c00, c01, c11, residual, total;

	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (launch->counts && launch->status == OUTCOME_OK && launch->iterations > 0 &&
			launch->evidence && launch->evidence->samples)
			add_launch(&points, launch);
	}
	if (points.count > 2 && varies(&points) &&
		gsl_fit_linear(points.n, 1, points.time_ns, 1, points.count, &r.intercept_ns,
			&r.slope_ns, &c00, &c01, &c11, &residual) == 0) {
		total = total_square(points.time_ns, points.count);
		r.rows = points.count;
		r.r_squared = total > 0 ? 1 - residual / total : NAN;
		set_interval(&r, &points);
	}
	free(points.n);
	free(points.time_ns);
	return r;
}
