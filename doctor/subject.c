/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/subject.h"

#include "compare/memory.h"
#include "compare/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct subject *find_or_add(
	struct subjects *subjects, struct table *index, const struct log_benchmark *benchmark)
{
	char *key = memory_format("%s\n%s", benchmark->suite, benchmark->name);
	size_t *place;
	int added;

	place = table_add(index, key, subjects->count, &added);
	free(key);
	if (added) {
		struct subject *subject;

		subjects->items = memory_grow(subjects->items, &subjects->capacity,
			subjects->count + 1, sizeof(*subjects->items));
		subject = &subjects->items[subjects->count++];
		memset(subject, 0, sizeof(*subject));
		subject->suite = benchmark->suite;
		subject->name = benchmark->name;
		subject->file = benchmark->file;
		subject->line = benchmark->line;
		subject->tuned_iterations = -1;
		subject->clock_step_ns = NAN;
	}
	return &subjects->items[*place];
}

static struct series *series_for(struct subject *subject, int64_t iterations)
{
	size_t i;

	for (i = 0; i < subject->series_count; i++)
		if (subject->series[i].iterations >= iterations)
			break;
	if (i < subject->series_count && subject->series[i].iterations == iterations)
		return &subject->series[i];
	subject->series = memory_grow(subject->series, &subject->series_capacity,
		subject->series_count + 1, sizeof(*subject->series));
	memmove(subject->series + i + 1, subject->series + i,
		(subject->series_count - i) * sizeof(*subject->series));
	subject->series_count++;
	memset(&subject->series[i], 0, sizeof(subject->series[i]));
	subject->series[i].iterations = iterations;
	subject->series[i].min_ns = INFINITY;
	return &subject->series[i];
}

static void add_failed(struct subject *subject, const struct launch *launch)
{
	subject->failed = memory_grow(subject->failed, &subject->failed_capacity,
		subject->failed_count + 1, sizeof(*subject->failed));
	subject->failed[subject->failed_count++] = launch;
}

static void add_launch(
	struct subject *subject, const struct launch *launch, int64_t default_iterations)
{
	struct series *series;

	if (!launch->counts)
		return;
	if (launch->status != OUTCOME_OK) {
		add_failed(subject, launch);
		return;
	}
	if (launch->evidence && launch->evidence->leftover > 0)
		add_failed(subject, launch);
	if (launch->evidence && launch->evidence->tuned_iterations > 0)
		subject->tuned_iterations = launch->evidence->tuned_iterations;
	if (launch->clock_step_ns > 0)
		subject->clock_step_ns = launch->clock_step_ns;
	if (!isfinite(launch->min_ns))
		return;
	series = series_for(
		subject, launch->iterations > 0 ? launch->iterations : default_iterations);
	series->launches = memory_grow(series->launches, &series->capacity, series->count + 1,
		sizeof(*series->launches));
	series->launches[series->count++] = launch;
	if (launch->min_ns < series->min_ns)
		series->min_ns = launch->min_ns;
	series->time_ns = series->min_ns * (double)series->iterations;
}

void subjects_collect(struct subjects *subjects, const struct log *logs, size_t log_count)
{
	struct table *index = table_new();

	memset(subjects, 0, sizeof(*subjects));
	for (size_t l = 0; l < log_count; l++) {
		for (size_t b = 0; b < logs[l].benchmark_count; b++) {
			const struct log_benchmark *benchmark = &logs[l].benchmarks[b];
			struct subject *subject = find_or_add(subjects, index, benchmark);

			if (!subject->log)
				subject->log = &logs[l];
			for (size_t i = 0; i < benchmark->launch_count; i++)
				add_launch(subject, &benchmark->launches[i],
					l < 62 ? (int64_t)1 << l : 1);
		}
	}
	table_free(index);
}

void subjects_release(struct subjects *subjects)
{
	for (size_t i = 0; i < subjects->count; i++) {
		struct subject *subject = &subjects->items[i];

		for (size_t k = 0; k < subject->series_count; k++)
			free(subject->series[k].launches);
		free(subject->series);
		free(subject->failed);
	}
	free(subjects->items);
	memset(subjects, 0, sizeof(*subjects));
}

const struct series *subject_series(const struct subject *subject, int64_t iterations)
{
	for (size_t i = 0; i < subject->series_count; i++)
		if (subject->series[i].iterations == iterations)
			return &subject->series[i];
	return NULL;
}

const struct series *subject_main_series(const struct subject *subject)
{
	const struct series *best = NULL;

	for (size_t i = 0; i < subject->series_count; i++)
		if (!best || subject->series[i].count >= best->count)
			best = &subject->series[i];
	return best;
}

double subject_iteration_ns(const struct subject *subject)
{
	const struct series *s = subject->series;
	double slope;

	if (subject->series_count == 0)
		return NAN;
	if (subject->series_count == 1)
		return s[0].min_ns;
	slope = (s[1].time_ns - s[0].time_ns) / (double)(s[1].iterations - s[0].iterations);
	return slope > 0 ? slope : 0;
}

double subject_setup_ns(const struct subject *subject)
{
	const struct series *s = subject->series;
	double i, j;

	if (subject->series_count < 2)
		return NAN;
	i = (double)s[0].iterations;
	j = (double)s[1].iterations;
	return i * j * (s[0].min_ns - s[1].min_ns) / (j - i);
}

/*
 * Work that ignores n has T(n) = T(1), up to noise. One per cent of the first sample a further
 * iteration, but at most half of it in all: with tuned iterations in the hundreds, an iteration
 * that is far shorter than a read of the clock still shows.
 */
bool subject_time_grows(const struct subject *subject)
{
	const struct series *first, *last;
	double share, least;

	if (subject->series_count < 2)
		return true;
	first = &subject->series[0];
	last = &subject->series[subject->series_count - 1];
	share = 0.01 * (double)(last->iterations - first->iterations) /
		(double)first->iterations;
	least = (share < 0.5 ? share : 0.5) * first->time_ns;
	return last->time_ns - first->time_ns > least;
}
