/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/row_side.h"

#include "compare/base/memory.h"
#include "compare/log/log.h"
#include "compare/log/metric.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>

bool launch_is_usable(const struct launch *launch)
{
	return launch->counts && launch->status == OUTCOME_OK && isfinite(launch->time.min) &&
	       isfinite(launch->time.q1) && isfinite(launch->time.median);
}

const char *estimator_words(enum estimator estimator)
{
	return estimator == ESTIMATOR_MEDIAN ? "medians" : "minima";
}

double launch_value(const struct launch *launch, enum estimator estimator)
{
	if (estimator == ESTIMATOR_MEDIAN)
		return launch->time.median;
	return estimator == ESTIMATOR_QUARTILE ? launch->time.q1 : launch->time.min;
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

size_t row_side_counted(const struct row_side *side, unsigned metric, double *values)
{
	const struct log_benchmark *benchmark = side->benchmark;
	size_t n = 0;

	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		double value = launch_counted(&benchmark->launches[i], metric);

		if (launch_is_usable(&benchmark->launches[i]) && !isnan(value))
			values[n++] = value;
	}
	return n;
}

static double step_of(const struct launch *launch, const struct log *log)
{
	if (log->source.per_iteration || launch->iterations < 1)
		return launch->clock_step_ns;
	return launch->clock_step_ns / (double)launch->iterations;
}

static void join_iterations(struct row_side *side, int64_t iterations)
{
	if (side->iterations < 0)
		side->iterations = iterations;
	else if (side->iterations != iterations)
		side->iterations = 0;
}

static double estimate_of(double *values, size_t n, enum estimator estimator)
{
	quantile_sort(values, n);
	return estimator == ESTIMATOR_MIN ? quantile_r7(values, n, 0)
					  : quantile_median(values, n);
}

/* Most benchmarks have fewer launches: then no memory is taken. */
#define NEAR 64

double row_side_fill(struct row_side *side, const struct log *log,
	const struct log_benchmark *benchmark, enum estimator estimator)
{
	size_t most = benchmark ? benchmark->launch_count : 0;
	double near[NEAR], *values = near, estimate;

	*side = (struct row_side){
		.benchmark = benchmark, .step_ns = NAN, .iterations = -1, .outcome = OUTCOME_OK
	};
	if (most > NEAR)
		values = memory_zeroed(most, sizeof(*values));
	for (size_t i = 0; i < most; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (launch_is_usable(launch)) {
			if (!side->launches)
				side->step_ns = step_of(launch, log);
			values[side->launches++] = launch_value(launch, estimator);
			side->samples += launch->sample_count;
			side->disturbed += launch->disturbed;
			side->cold += launch->cold;
			join_iterations(side, launch->iterations);
		} else if (launch->counts && !side->failures++) {
			side->outcome =
				launch->status == OUTCOME_OK ? OUTCOME_GARBLED : launch->status;
		}
	}
	side->all_cpus = benchmark && log_on_all_cpus(log, benchmark);
	estimate = estimate_of(values, side->launches, estimator);
	if (values != near)
		free(values);
	return estimate;
}

void row_side_range(const struct row_side *side, double *low, double *high)
{
	const struct log_benchmark *benchmark = side->benchmark;

	*low = *high = NAN;
	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (!launch_is_usable(launch))
			continue;
		*low = fmin(*low, launch->time.min);
		*high = fmax(*high,
			isfinite(launch->time.max) ? launch->time.max : launch->time.min);
	}
}

void one_sided_judge(const struct comparison *comparison, struct row *row)
{
	bool is_new = !row->new.benchmark;
	const struct log *log = is_new ? comparison->new : comparison->old;

	if ((!row->old.benchmark || is_new) &&
		(!log->complete || log_fact(log, LOG_NOT_MEASURED, row->suite, row->name))) {
		row->time.verdict = VERDICT_NOT_MEASURED;
		string_list_addf(row_note(row), "%s: its run ended before",
			is_new ? comparison->names.new : comparison->names.old);
		return;
	}
	if (!row->old.benchmark && row->new.launches)
		row->time.verdict = VERDICT_ADDED;
	else if (is_new && row->old.launches)
		row->time.verdict = VERDICT_REMOVED;
	else
		row->time.verdict = VERDICT_FAILED;
	row->lost = row->old.launches && !row->new.launches;
}

double turns_change(const struct launch *old, const struct launch *new, size_t most)
{
	size_t n = old->turn_count < new->turn_count ? old->turn_count : new->turn_count;
	AUTO_FREE double *change = NULL;

	n = n < most ? n : most;
	if (!n || old->attempt != new->attempt)
		return NAN;
	change = memory_zeroed(n, sizeof(*change));
	for (size_t i = 0; i < n; i++) {
		double a = (double)old->turn_q1_ns[i], b = (double)new->turn_q1_ns[i];

		change[i] = a > 0 && b > 0 ? log(b) - log(a) : NAN;
	}
	return quantile_median_of(change, n);
}
