/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/show.h"

#include "compare/base/memory.h"
#include "compare/log/log.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void add_launch(
	struct show_line *line, const struct launch *launch, const struct digest *digest)
{
	line->launches++;
	line->disturbed += launch->disturbed;
	line->samples += launch->sample_count;
	line->outliers += digest->outliers;
	line->min_ns = fmin(line->min_ns, launch->time.min);
	line->max_ns = fmax(line->max_ns, launch->time.max);
	if (line->launches == 1)
		line->iterations = launch->iterations;
	else if (line->iterations != launch->iterations)
		line->iterations = -1;
}

/* One value of each launch that counts and is ok. */
struct column_values {
	const struct show *show;
	const struct log_benchmark *benchmark;
	double *values; /* room for all launches */
	size_t count;
};

static bool is_measured(const struct launch *launch)
{
	return launch->counts && launch->status == OUTCOME_OK;
}

static double median_over(struct column_values *v,
	double (*value)(const struct launch *launch, const struct digest *digest, size_t i),
	size_t i)
{
	size_t benchmark = (size_t)(v->benchmark - v->show->log->benchmarks);

	v->count = 0;
	for (size_t k = 0; k < v->benchmark->launch_count; k++)
		if (is_measured(&v->benchmark->launches[k]))
			v->values[v->count++] = value(&v->benchmark->launches[k],
				digests_get(v->show->digests, benchmark, k), i);
	return quantile_median_of(v->values, v->count);
}

static double median_of_launch(
	const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)digest;
	(void)i;
	return launch->time.median;
}

static double count_of_launch(
	const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)digest;
	return launch_counted(launch, (unsigned)i);
}

static double time_of_digest(const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)launch;
	return *(const double *)((const char *)digest + i);
}

static double quantile_of_digest(
	const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)launch;
	return digest->quantiles ? digest->quantiles[i] : NAN;
}

static void set_medians(struct show_line *line, struct column_values *v)
{
	line->q1_ns = median_over(v, time_of_digest, offsetof(struct digest, q1_ns));
	line->q3_ns = median_over(v, time_of_digest, offsetof(struct digest, q3_ns));
	line->mean_ns = median_over(v, time_of_digest, offsetof(struct digest, mean_ns));
	line->sd_ns = median_over(v, time_of_digest, offsetof(struct digest, sd_ns));
	line->mad_ns = median_over(v, time_of_digest, offsetof(struct digest, mad_ns));
	for (size_t m = METRIC_TIME + 1; m < METRICS; m++)
		line->counted[m] = median_over(v, count_of_launch, m);
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		line->quantiles[i] = v->show->digests->keep & DIGEST_QUANTILES
					     ? median_over(v, quantile_of_digest, i)
					     : NAN;
	line->median_ns = median_over(v, median_of_launch, 0);
	if (v->count > 1)
		line->between_sd_ns = moments_of(v->values, v->count).sd;
}

static void make_line(
	struct show_line *line, const struct show *show, const struct log_benchmark *b)
{
	struct column_values v = { .show = show, .benchmark = b };
	size_t place = (size_t)(b - show->log->benchmarks);

	*line = (struct show_line){ .benchmark = b,
		.iterations = -1,
		.min_ns = NAN,
		.max_ns = NAN,
		.between_sd_ns = NAN };
	for (size_t i = 0; i < b->launch_count; i++) {
		if (is_measured(&b->launches[i]))
			add_launch(line, &b->launches[i], digests_get(show->digests, place, i));
		else if (b->launches[i].counts && b->launches[i].status == OUTCOME_SKIPPED)
			line->skipped++;
		else if (b->launches[i].counts)
			line->failed++;
	}
	line->all_cpus = log_on_all_cpus(show->log, b);
	v.values = memory_zeroed(line->launches, sizeof(*v.values));
	set_medians(line, &v);
	free(v.values);
	line->regression = show_regress(show->log, show->digests, place, show->predictors);
}

/* Rows of a log come in the order of its run, which is shuffled. */
static int by_shown_name(const void *a, const void *b)
{
	const struct log_benchmark *x = ((const struct show_line *)a)->benchmark;
	const struct log_benchmark *y = ((const struct show_line *)b)->benchmark;
	int order = strverscmp(x->suite, y->suite);

	if (!order)
		order = strverscmp(x->name, y->name);
	return order ? order : (x > y) - (x < y);
}

void show_make(struct show *show, const struct log *log, const struct digests *digests,
	bool (*wanted)(const char *suite, const char *name, void *ctx), void *ctx)
{
	show->log = log;
	show->digests = digests;
	show->count = 0;
	show->lines = memory_zeroed(log->benchmark_count, sizeof(*show->lines));
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];

		if (!wanted || wanted(b->suite, b->name, ctx))
			make_line(&show->lines[show->count++], show, b);
	}
	if (show->count)
		qsort(show->lines, show->count, sizeof(*show->lines), by_shown_name);
}

bool show_failed(const struct show *show)
{
	for (size_t i = 0; i < show->count; i++)
		if (show->lines[i].regression.failed)
			return true;
	return false;
}

void show_release(struct show *show)
{
	for (size_t i = 0; i < show->count; i++)
		show_regression_release(&show->lines[i].regression);
	free(show->lines);
	memset(show, 0, sizeof(*show));
}
