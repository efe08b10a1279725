/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/row_side.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>

bool launch_is_usable(const struct launch *launch)
{
	return launch->counts && launch->status == OUTCOME_OK && isfinite(launch->min_ns) &&
	       isfinite(launch->q1_ns) && isfinite(launch->median_ns);
}

double launch_value(const struct launch *launch, enum estimator estimator)
{
	switch (estimator) {
	case ESTIMATOR_MEDIAN:
		return launch->median_ns;
	case ESTIMATOR_QUARTILE:
		return launch->q1_ns;
	default:
		return launch->min_ns;
	}
}

size_t row_side_values(const struct row_side *side, enum estimator estimator, double *values)
{
	const struct log_benchmark *benchmark = side->benchmark;
	size_t n = 0;

	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++)
		if (launch_is_usable(&benchmark->launches[i]))
			values[n++] = launch_value(&benchmark->launches[i], estimator);
	return n;
}

/* Most benchmarks have fewer launches: then no memory is taken. */
#define NEAR 64

static double peak_of(const struct row_side *side)
{
	const struct log_benchmark *benchmark = side->benchmark;
	double near[NEAR], median;
	double *values =
		side->launches <= NEAR ? near : memory_zeroed(side->launches, sizeof(*values));
	size_t n = 0;

	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (launch_is_usable(launch) && launch->peak_kib >= 0)
			values[n++] = (double)launch->peak_kib;
	}
	quantile_sort(values, n);
	median = quantile_median(values, n);
	if (values != near)
		free(values);
	return median;
}

static double estimate_of(const struct row_side *side, enum estimator estimator)
{
	double near[NEAR], estimate;
	double *values =
		side->launches <= NEAR ? near : memory_zeroed(side->launches, sizeof(*values));
	size_t n = row_side_values(side, estimator, values);

	quantile_sort(values, n);
	if (estimator != ESTIMATOR_MIN)
		estimate = quantile_median(values, n);
	else
		estimate = n ? values[0] : NAN;
	if (values != near)
		free(values);
	return estimate;
}

void row_side_fill(
	struct row_side *side, const struct log_benchmark *benchmark, enum estimator estimator)
{
	*side = (struct row_side){ .benchmark = benchmark,
		.estimate_ns = NAN,
		.peak_kib = NAN,
		.outcome = OUTCOME_OK };
	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (launch_is_usable(launch)) {
			side->launches++;
			side->samples += launch->sample_count;
			side->disturbed += launch->disturbed;
		} else if (launch->counts) {
			if (!side->failures++)
				side->outcome = launch->status == OUTCOME_OK ? OUTCOME_GARBLED
									     : launch->status;
		}
	}
	if (!side->launches)
		return;
	side->peak_kib = peak_of(side);
	side->estimate_ns = estimate_of(side, estimator);
}

void row_side_range(const struct row_side *side, double *low, double *high)
{
	const struct log_benchmark *benchmark = side->benchmark;

	*low = *high = NAN;
	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (!launch_is_usable(launch))
			continue;
		*low = fmin(*low, launch->min_ns);
		*high = fmax(*high, isfinite(launch->max_ns) ? launch->max_ns : launch->min_ns);
	}
}

int64_t row_side_iterations(const struct row_side *side)
{
	const struct log_benchmark *benchmark = side->benchmark;
	int64_t iterations = -1;

	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (!launch_is_usable(launch))
			continue;
		if (iterations >= 0 && launch->iterations != iterations)
			return 0;
		iterations = launch->iterations;
	}
	return iterations;
}

double row_side_step_ns(const struct row_side *side, const struct log *log)
{
	const struct log_benchmark *benchmark = side->benchmark;

	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (!launch_is_usable(launch))
			continue;
		if (log->source.per_iteration || launch->iterations < 1)
			return launch->clock_step_ns;
		return launch->clock_step_ns / (double)launch->iterations;
	}
	return NAN;
}
