/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/bench_data.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "compare/base/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct patient *find_or_add(
	struct patients *patients, struct table *index, const struct log_benchmark *benchmark)
{
	char *key = memory_format(
		"%s\n%s\n%s", benchmark->suite, benchmark->name, benchmark->build);
	size_t *place;
	int added;

	place = table_add(index, key, patients->count, &added);
	free(key);
	if (added) {
		struct patient *patient;

		patients->items = memory_grow(patients->items, &patients->capacity,
			patients->count + 1, sizeof(*patients->items));
		patient = &patients->items[patients->count++];
		memset(patient, 0, sizeof(*patient));
		patient->suite = benchmark->suite;
		patient->name = benchmark->name;
		patient->build = benchmark->build;
		patient->file = benchmark->file;
		patient->line = benchmark->line;
		patient->tuned_iterations = -1;
		patient->clock_step_ns = NAN;
	}
	return &patients->items[*place];
}

static struct series *series_for(struct patient *patient, int64_t iterations)
{
	size_t i;

	for (i = 0; i < patient->series_count; i++)
		if (patient->series[i].iterations >= iterations)
			break;
	if (i < patient->series_count && patient->series[i].iterations == iterations)
		return &patient->series[i];
	patient->series = memory_grow(patient->series, &patient->series_capacity,
		patient->series_count + 1, sizeof(*patient->series));
	memmove(patient->series + i + 1, patient->series + i,
		(patient->series_count - i) * sizeof(*patient->series));
	patient->series_count++;
	memset(&patient->series[i], 0, sizeof(patient->series[i]));
	patient->series[i].iterations = iterations;
	patient->series[i].min_ns = INFINITY;
	return &patient->series[i];
}

static void add_failed(struct patient *patient, const struct launch *launch)
{
	patient->failed = memory_grow(patient->failed, &patient->failed_capacity,
		patient->failed_count + 1, sizeof(*patient->failed));
	patient->failed[patient->failed_count++] = launch;
}

/* To a part of the patient, or to all of it; how launches fail is for the whole. */
static void add_launch(struct patient *whole, struct patient *patient,
	const struct launch *launch, int64_t default_iterations)
{
	struct series *series;

	if (!launch->counts)
		return;
	if (launch->status != OUTCOME_OK) {
		add_failed(whole, launch);
		return;
	}
	if (launch->evidence && launch->evidence->leftover > 0)
		add_failed(whole, launch);
	if (launch->evidence && launch->evidence->tuned_iterations > 0)
		patient->tuned_iterations = launch->evidence->tuned_iterations;
	if (launch->clock_step_ns > 0)
		patient->clock_step_ns = launch->clock_step_ns;
	if (!isfinite(launch->min_ns))
		return;
	series = series_for(
		patient, launch->iterations > 0 ? launch->iterations : default_iterations);
	series->launches = memory_grow(series->launches, &series->capacity, series->count + 1,
		sizeof(*series->launches));
	series->launches[series->count++] = launch;
	if (launch->min_ns < series->min_ns)
		series->min_ns = launch->min_ns;
	series->time_ns = series->min_ns * (double)series->iterations;
}

/* Launches from which on a median of the quiet ones is better than a minimum of all. */
#define QUIET_ENOUGH   3

#define STAGE_ALONE    2
#define STAGE_ANYWHERE 3

/* The part of the patient's launches that *part is for. */
static struct patient *part_of(const struct patient *patient, struct patient **part)
{
	if (!*part) {
		*part = memory_zeroed(1, sizeof(**part));
		(*part)->suite = patient->suite;
		(*part)->name = patient->name;
		(*part)->build = patient->build;
		(*part)->file = patient->file;
		(*part)->line = patient->line;
		(*part)->log = patient->log;
		(*part)->tuned_iterations = patient->tuned_iterations;
		(*part)->clock_step_ns = patient->clock_step_ns;
	}
	return *part;
}

static struct patient *taker_of(
	struct patient *patient, const struct launch *launch, bool doctors_log)
{
	if (!doctors_log || launch->status != OUTCOME_OK)
		return patient;
	if (launch->stage == STAGE_ALONE)
		return part_of(patient, &patient->alone);
	if (launch->stage == STAGE_ANYWHERE)
		return part_of(patient, &patient->anywhere);
	return patient;
}

static void find_usual(struct patient *patient, bool own)
{
	for (size_t s = 0; patient && s < patient->series_count; s++) {
		struct series *series = &patient->series[s];
		double *minima = memory_zeroed(series->count, sizeof(*minima));
		size_t n = 0;

		for (size_t i = 0; i < series->count; i++)
			if (launch_is_quiet(series->launches[i]))
				minima[n++] = series->launches[i]->min_ns;
		series->usual_ns = own && n >= QUIET_ENOUGH ? quantile_median_of(minima, n) *
								      (double)series->iterations
							    : series->time_ns;
		free(minima);
	}
}

void patients_collect(struct patients *patients, const struct log *logs, size_t log_count)
{
	struct table *index = table_new();

	memset(patients, 0, sizeof(*patients));
	for (size_t l = 0; l < log_count; l++) {
		bool own = log_meta(&logs[l], PATIENT_META);

		for (size_t b = 0; b < logs[l].benchmark_count; b++) {
			const struct log_benchmark *benchmark = &logs[l].benchmarks[b];
			struct patient *patient = find_or_add(patients, index, benchmark);

			if (!patient->log)
				patient->log = &logs[l];
			for (size_t i = 0; i < benchmark->launch_count; i++) {
				const struct launch *launch = &benchmark->launches[i];

				add_launch(patient, taker_of(patient, launch, own), launch,
					l < 62 ? (int64_t)1 << l : 1);
			}
		}
	}
	for (size_t i = 0; i < patients->count; i++) {
		struct patient *patient = &patients->items[i];
		bool own;

		if (patient->alone)
			patient->alone->anywhere = patient->anywhere;
		own = log_meta(patient->log, PATIENT_META);
		find_usual(patient, own);
		find_usual(patient->alone, own);
	}
	table_free(index);
}

void patients_find_leaders(struct patients *patients)
{
	struct table *suites = table_new();

	for (size_t i = 0; i < patients->count; i++) {
		struct patient *patient = &patients->items[i];
		char *key = memory_format("%s\n%s", patient->suite, patient->build);
		int added;

		table_add(suites, key, 0, &added);
		patient->leads_suite = added;
		free(key);
	}
	table_free(suites);
}

void patient_release(struct patient *patient)
{
	if (patient->alone) {
		patient->alone->anywhere = NULL;
		patient_release(patient->alone);
	}
	if (patient->anywhere)
		patient_release(patient->anywhere);
	free(patient->alone);
	free(patient->anywhere);
	for (size_t k = 0; k < patient->series_count; k++)
		free(patient->series[k].launches);
	free(patient->series);
	free(patient->failed);
}

void patients_release(struct patients *patients)
{
	for (size_t i = 0; i < patients->count; i++)
		patient_release(&patients->items[i]);
	free(patients->items);
	memset(patients, 0, sizeof(*patients));
}

bool patient_is_foreign(const struct patient *patient)
{
	const struct log *log = patient->log;

	return log && (strcmp(log->format, "bdriver") != 0 || log_meta(log, "converted-from"));
}

double patient_resolution_ns(const struct patient *patient, const struct series *series)
{
	double n = patient_is_foreign(patient) ? 1 : (double)series->iterations;

	return patient->clock_step_ns > 0 ? patient->clock_step_ns / n : 0;
}

const struct series *patient_series(const struct patient *patient, int64_t iterations)
{
	for (size_t i = 0; i < patient->series_count; i++)
		if (patient->series[i].iterations == iterations)
			return &patient->series[i];
	return NULL;
}

#define LAUNCHES_ENOUGH 5

const struct series *patient_main_series(const struct patient *patient)
{
	const struct series *best = NULL;

	for (size_t i = 0; i < patient->series_count; i++) {
		const struct series *s = &patient->series[i];

		if (!best || s->count >= best->count || s->count >= LAUNCHES_ENOUGH)
			best = s;
	}
	return best;
}

#define DELAY_SHARE 0.01

bool launch_is_quiet(const struct launch *launch)
{
	const struct evidence *evidence = launch->evidence;

	if (!evidence)
		return true;
	if (evidence->core_shared)
		return false;
	return evidence->run_delay_ns < 0 || !(evidence->wall_ns > 0) ||
	       (double)evidence->run_delay_ns <= DELAY_SHARE * evidence->wall_ns;
}

bool series_is_quiet(const struct series *series)
{
	size_t quiet = 0;

	for (size_t i = 0; i < series->count; i++)
		quiet += launch_is_quiet(series->launches[i]);
	return quiet >= QUIET_ENOUGH || (quiet && quiet == series->count);
}

size_t series_sampled(const struct series *series, size_t least, const struct launch **launches)
{
	size_t count = 0;

	for (size_t i = 0; i < series->count; i++) {
		const struct launch *launch = series->launches[i];
		const struct evidence *evidence = launch->evidence;

		if (!evidence || !evidence->samples || launch->sample_count < least ||
			!launch_is_quiet(launch))
			continue;
		if (launches)
			launches[count] = launch;
		count++;
	}
	return count;
}

size_t series_values(const struct series *series, double *values)
{
	size_t count = 0;

	for (size_t i = 0; i < series->count; i++)
		if (launch_is_quiet(series->launches[i]))
			values[count++] = series->launches[i]->median_ns;
	if (count >= QUIET_ENOUGH || count == series->count)
		return count;
	for (count = 0; count < series->count; count++)
		values[count] = series->launches[count]->min_ns;
	return count;
}
