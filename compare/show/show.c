/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/show.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One value per launch of a benchmark for each measure, to take medians of. */
enum {
	Q1,
	MEDIAN,
	Q3,
	MEAN,
	SD,
	MAD,
	PEAK,
	QUANTILES,
	MEASURES = QUANTILES + SUMMARY_QUANTILES
};

struct measures {
	double *values[MEASURES]; /* launches of each */
	size_t count;
};

static void measures_init(struct measures *m, size_t launches)
{
	for (int i = 0; i < MEASURES; i++)
		m->values[i] = memory_zeroed(launches, sizeof(double));
	m->count = 0;
}

static void measures_release(struct measures *m)
{
	for (int i = 0; i < MEASURES; i++)
		free(m->values[i]);
}

/* A quantile that the launch has, if its steps include it. */
static double own_quantile(const struct evidence *evidence, size_t i, size_t parts)
{
	size_t steps = evidence->quantile_count - 1;

	return i * steps % parts ? NAN : evidence->quantiles[i * steps / parts];
}

static void add_quantiles(struct measures *m, const struct launch *launch, size_t at)
{
	const struct evidence *evidence = launch->evidence;
	bool known = evidence && evidence->quantile_count > 1;

	m->values[Q1][at] = known ? own_quantile(evidence, 1, 4) : NAN;
	m->values[Q3][at] = known ? own_quantile(evidence, 3, 4) : NAN;
	m->values[MEAN][at] = launch->mean_ns;
	m->values[SD][at] = launch->sd_ns;
	m->values[MAD][at] = NAN;
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		m->values[QUANTILES + i][at] =
			known ? own_quantile(evidence, i, SUMMARY_QUANTILES - 1) : NAN;
}

static void add_samples(
	struct measures *m, const struct launch *launch, size_t at, size_t *outliers)
{
	struct summary s =
		summary_of(launch->evidence->samples, launch->sample_count, QUANTILE_R1);

	m->values[Q1][at] = s.q1;
	m->values[Q3][at] = s.q3;
	m->values[MEAN][at] = s.kept.mean;
	m->values[SD][at] = s.kept.sd;
	m->values[MAD][at] = s.mad;
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		m->values[QUANTILES + i][at] = s.quantiles[i];
	*outliers += s.outliers;
}

static void measure_launch(
	struct show_line *line, struct measures *m, const struct launch *launch)
{
	size_t at = m->count++;

	line->launches++;
	line->disturbed += launch->disturbed;
	line->samples += launch->sample_count;
	line->min_ns = fmin(line->min_ns, launch->min_ns);
	line->max_ns = fmax(line->max_ns, launch->max_ns);
	m->values[MEDIAN][at] = launch->median_ns;
	m->values[PEAK][at] = launch->peak_kib >= 0 ? (double)launch->peak_kib : NAN;
	if (launch->evidence && launch->evidence->samples)
		add_samples(m, launch, at, &line->outliers);
	else
		add_quantiles(m, launch, at);
	if (line->launches == 1)
		line->iterations = launch->iterations;
	else if (line->iterations != launch->iterations)
		line->iterations = -1;
}

static void make_line(struct show_line *line, const struct log_benchmark *b)
{
	struct measures m;

	*line = (struct show_line){ .benchmark = b,
		.iterations = -1,
		.min_ns = NAN,
		.max_ns = NAN,
		.between_sd_ns = NAN };
	measures_init(&m, b->launch_count);
	for (size_t i = 0; i < b->launch_count; i++) {
		if (b->launches[i].counts && b->launches[i].status == OUTCOME_OK)
			measure_launch(line, &m, &b->launches[i]);
		else if (b->launches[i].counts && b->launches[i].status == OUTCOME_SKIPPED)
			line->skipped++;
		else if (b->launches[i].counts)
			line->failed++;
	}
	line->q1_ns = quantile_median_of(m.values[Q1], m.count);
	line->median_ns = quantile_median_of(m.values[MEDIAN], m.count);
	line->q3_ns = quantile_median_of(m.values[Q3], m.count);
	line->mean_ns = quantile_median_of(m.values[MEAN], m.count);
	line->sd_ns = quantile_median_of(m.values[SD], m.count);
	line->mad_ns = quantile_median_of(m.values[MAD], m.count);
	line->peak_kib = quantile_median_of(m.values[PEAK], m.count);
	if (m.count > 1)
		line->between_sd_ns = moments_of(m.values[MEDIAN], m.count).sd;
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		line->quantiles[i] = quantile_median_of(m.values[QUANTILES + i], m.count);
	line->regression = show_regress(b);
	measures_release(&m);
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

void show_make(struct show *show, const struct log *log,
	bool (*wanted)(const char *suite, const char *name, void *ctx), void *ctx)
{
	show->log = log;
	show->count = 0;
	show->lines = memory_zeroed(log->benchmark_count, sizeof(*show->lines));
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];

		if (!wanted || wanted(b->suite, b->name, ctx))
			make_line(&show->lines[show->count++], b);
	}
	if (show->count)
		qsort(show->lines, show->count, sizeof(*show->lines), by_shown_name);
}

void show_release(struct show *show)
{
	free(show->lines);
	memset(show, 0, sizeof(*show));
}
