/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/regress.h"

#include "compare/base/memory.h"
#include "compare/stats/regression.h"

#include <math.h>
#include <stdlib.h>

#define RESAMPLES 1000

struct points {
	double *n, *time_ns;
	size_t count, n_capacity, time_capacity;
};

static void add_points(
	struct points *points, const struct launch *launch, const struct digest *digest)
{
	for (size_t i = 0; i < digest->kept_count; i++) {
		size_t at = points->count++;

		points->n = memory_grow(points->n, &points->n_capacity, at + 1, sizeof(double));
		points->time_ns = memory_grow(
			points->time_ns, &points->time_capacity, at + 1, sizeof(double));
		points->n[at] = (double)launch->iterations;
		points->time_ns[at] = digest->samples[i] * (double)launch->iterations;
	}
}

struct show_regression show_regress(
	const struct log_benchmark *benchmark, const struct digests *digests, size_t place)
{
	struct show_regression r = { 0, NAN, NAN, NAN, NAN, NAN };
	struct points points = { 0 };
	struct interval interval;
	struct line line;
	struct prng prng;

	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (launch->counts && launch->status == OUTCOME_OK && launch->iterations > 0)
			add_points(&points, launch, digests_get(digests, place, i));
	}
	line = line_fit(points.n, points.time_ns, points.count);
	if (points.count > 2 && !isnan(line.slope)) {
		/* A fixed seed: the same log always gives the same table. */
		prng_seed(&prng, points.count);
		interval = line_slope_interval(points.n, points.time_ns, points.count,
			points.count > 2000 ? RESAMPLES / 5 : RESAMPLES, &prng);
		r = (struct show_regression){ .rows = points.count,
			.slope_ns = line.slope,
			.slope_low_ns = interval.low,
			.slope_high_ns = interval.high,
			.intercept_ns = line.intercept,
			.r_squared = line.r2 };
	}
	free(points.n);
	free(points.time_ns);
	return r;
}
