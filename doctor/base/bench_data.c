/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/bench_data.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct bench_data *find_or_add(
	struct benches *benches, struct table *index, const struct log_benchmark *benchmark)
{
	size_t *place;
	int added;

	place = table_add_benchmark(index, benchmark->suite, benchmark->name, benchmark->build,
		benches->count, &added);
	if (added) {
		*ARRAY_ADD(benches->items, benches->count, benches->capacity) =
			(struct bench_data){ .suite = benchmark->suite,
				.name = benchmark->name,
				.build = benchmark->build,
				.file = benchmark->file,
				.line = benchmark->line,
				.tuned_iterations = -1,
				.clock_step_ns = NAN };
	}
	return &benches->items[*place];
}

static struct series *series_for(struct bench_data *bench, int64_t iterations)
{
	size_t i = bench->series_count;

	while (i && bench->series[i - 1].iterations > iterations)
		i--;
	if (i && bench->series[i - 1].iterations == iterations)
		return &bench->series[i - 1];
	bench->series = memory_grow(bench->series, &bench->series_capacity,
		bench->series_count + 1, sizeof(*bench->series));
	memmove(bench->series + i + 1, bench->series + i,
		(bench->series_count++ - i) * sizeof(*bench->series));
	bench->series[i] = (struct series){ .iterations = iterations, .min_ns = INFINITY };
	return &bench->series[i];
}

/* Did it choose its iterations itself? */
static bool chose(const struct launch *launch)
{
	return launch->evidence && launch->iterations > 0 &&
	       launch->evidence->tuned_iterations == launch->iterations;
}

static void find_own(struct bench_data *bench, const struct log_benchmark *benchmark)
{
	for (size_t i = 0; i < benchmark->launch_count; i++)
		if (chose(&benchmark->launches[i]) &&
			benchmark->launches[i].iterations > bench->own_iterations)
			bench->own_iterations = benchmark->launches[i].iterations;
}

/* What others on the CPU did may end the search of other frameworks at its first call. */
#define CUT 10

/* Launches that chose their iterations themselves are one series, whatever each chose. */
static int64_t count_of(
	const struct bench_data *bench, const struct launch *launch, int64_t default_iterations)
{
	if (chose(launch) && launch->iterations >= bench->own_iterations / CUT)
		return bench->own_iterations;
	return launch->iterations > 0 ? launch->iterations : default_iterations;
}

/* Adds to `bench`, a part or all of `whole`. Failures are kept for the whole. */
static void bench_add_launch(struct bench_data *whole, struct bench_data *bench,
	const struct launch *launch, int64_t default_iterations)
{
	struct series *series;

	if (!launch->counts)
		return;
	if (launch->status != OUTCOME_OK ||
		(launch->evidence && launch->evidence->leftover > 0))
		*ARRAY_ADD(whole->failed, whole->failed_count, whole->failed_capacity) = launch;
	if (launch->status != OUTCOME_OK)
		return;
	if (launch->evidence && launch->evidence->tuned_iterations > bench->tuned_iterations)
		bench->tuned_iterations = launch->evidence->tuned_iterations;
	if (launch->clock_step_ns > 0)
		bench->clock_step_ns = launch->clock_step_ns;
	if (!isfinite(launch->time.min))
		return;
	series = series_for(bench, count_of(whole, launch, default_iterations));
	*ARRAY_ADD(series->launches, series->count, series->capacity) = launch;
	if (launch->time.min < series->min_ns)
		series->min_ns = launch->time.min;
	series->time_ns = series->min_ns * (double)series->iterations;
}

/* From this number of quiet launches on, their median is better than the minimum of all. */
#define QUIET_ENOUGH 3
/* If fewer are quiet: of all launches. */
#define BUSY_ENOUGH    5

#define STAGE_ALONE    2
#define STAGE_ANYWHERE 3

/* Creates *part, for a part of the launches, if it is missing. */
static struct bench_data *part_of(const struct bench_data *bench, struct bench_data **part)
{
	if (!*part) {
		*part = memory_array(1, sizeof(**part));
		**part = (struct bench_data){ .suite = bench->suite,
			.name = bench->name,
			.build = bench->build,
			.file = bench->file,
			.line = bench->line,
			.log = bench->log,
			.tuned_iterations = bench->tuned_iterations,
			.clock_step_ns = bench->clock_step_ns };
	}
	return *part;
}

static struct bench_data *taker_of(
	struct bench_data *bench, const struct launch *launch, bool doctors_log)
{
	if (!doctors_log || launch->status != OUTCOME_OK)
		return bench;
	if (launch->stage == STAGE_ALONE) {
		part_of(bench, &bench->alone)->is_alone = true;
		return bench->alone;
	}
	if (launch->stage == STAGE_ANYWHERE)
		return part_of(bench, &bench->anywhere);
	return bench;
}

/* Of the quiet launches or of all: their minima or medians. Returns their number. */
static size_t take_values(const struct series *series, bool quiet, bool minima, double *values)
{
	size_t count = 0;

	for (size_t i = 0; i < series->count; i++) {
		const struct launch *launch = series->launches[i];

		if (!quiet || launch_is_quiet(launch))
			values[count++] = minima ? launch->time.min : launch->time.median;
	}
	return count;
}

static double usual_of(const struct series *series)
{
	AUTO_FREE double *minima = memory_zeroed(series->count, sizeof(*minima));
	size_t n = take_values(series, true, true, minima);

	if (n < QUIET_ENOUGH) {
		n = take_values(series, false, true, minima);
		if (n < BUSY_ENOUGH)
			return series->time_ns;
	}
	return quantile_median_of(minima, n) * (double)series->iterations;
}

static void find_usual(struct bench_data *bench, bool own)
{
	bool foreign = bench && bench_data_adapter(bench);

	for (size_t s = 0; bench && s < bench->series_count; s++) {
		struct series *series = &bench->series[s];

		series->by_cpu = foreign;
		series->usual_ns = own ? usual_of(series) : series->time_ns;
	}
}

void benches_collect(struct benches *benches, const struct log *logs, size_t log_count)
{
	AUTO_TABLE struct table *index = table_new();

	memset(benches, 0, sizeof(*benches));
	for (size_t l = 0; l < log_count; l++) {
		bool own = log_meta(&logs[l], DOCTOR_META);

		for (size_t b = 0; b < logs[l].benchmark_count; b++) {
			const struct log_benchmark *benchmark = &logs[l].benchmarks[b];
			struct bench_data *bench = find_or_add(benches, index, benchmark);

			if (!bench->log)
				bench->log = &logs[l];
			find_own(bench, benchmark);
			for (size_t i = 0; i < benchmark->launch_count; i++) {
				const struct launch *launch = &benchmark->launches[i];

				bench_add_launch(bench, taker_of(bench, launch, own), launch,
					l < 62 ? (int64_t)1 << l : 1);
			}
		}
	}
	for (size_t i = 0; i < benches->count; i++) {
		struct bench_data *bench = &benches->items[i];
		bool own;

		if (bench->alone)
			bench->alone->anywhere = bench->anywhere;
		own = log_meta(bench->log, DOCTOR_META);
		find_usual(bench, own);
		find_usual(bench->alone, own);
	}
}

void benches_find_leaders(struct benches *benches)
{
	AUTO_TABLE struct table *suites = table_new();

	for (size_t i = 0; i < benches->count; i++) {
		struct bench_data *bench = &benches->items[i];
		int added;

		table_add_benchmark(suites, bench->suite, bench->build, NULL, 0, &added);
		bench->leads_suite = added;
	}
}

void bench_data_release(struct bench_data *bench)
{
	if (bench->alone) {
		bench->alone->anywhere = NULL;
		bench_data_release(bench->alone);
	}
	if (bench->anywhere)
		bench_data_release(bench->anywhere);
	free(bench->alone);
	free(bench->anywhere);
	for (size_t k = 0; k < bench->series_count; k++)
		free(bench->series[k].launches);
	free(bench->series);
	free(bench->failed);
}

void benches_release(struct benches *benches)
{
	for (size_t i = 0; i < benches->count; i++)
		bench_data_release(&benches->items[i]);
	free(benches->items);
	memset(benches, 0, sizeof(*benches));
}

double bench_data_resolution_ns(const struct bench_data *bench, const struct series *series)
{
	double n =
		bench->log && bench->log->source.per_iteration ? 1 : (double)series->iterations;

	return bench->clock_step_ns > 0 ? bench->clock_step_ns / n : 0;
}

const struct series *bench_data_series(const struct bench_data *bench, int64_t iterations)
{
	for (size_t i = 0; i < bench->series_count; i++)
		if (bench->series[i].iterations == iterations)
			return &bench->series[i];
	return NULL;
}

const struct launch *bench_data_next(
	const struct bench_data *bench, struct launch_cursor *cursor)
{
	while (cursor->series < bench->series_count &&
		cursor->launch == bench->series[cursor->series].count) {
		cursor->series++;
		cursor->launch = 0;
	}
	return cursor->series < bench->series_count
		       ? bench->series[cursor->series].launches[cursor->launch++]
		       : NULL;
}

#define LAUNCHES_ENOUGH 5

const struct series *bench_data_main_series(const struct bench_data *bench)
{
	const struct series *best = NULL;

	for (size_t i = 0; i < bench->series_count; i++) {
		const struct series *s = &bench->series[i];

		if (!best || s->count >= best->count || s->count >= LAUNCHES_ENOUGH)
			best = s;
	}
	return best;
}

#define DELAY_SHARE 0.01

bool launch_is_quiet(const struct launch *launch)
{
	const struct evidence *e = launch->evidence;
	double delay_ns = 0;

	if (!e || !(e->wall_ns > 0))
		return !e || !e->core_shared;
	if (e->run_delay_ns >= 0)
		delay_ns = (double)e->run_delay_ns;
	else if (e->cpu_ns >= 0)
		delay_ns = e->wall_ns - e->cpu_ns;
	return !e->core_shared && delay_ns <= DELAY_SHARE * e->wall_ns;
}

#define SET_UP "set-up returned"

bool launch_set_up_failed(const struct launch *launch)
{
	return launch->status == OUTCOME_VERIFY && launch->evidence &&
	       strncmp(launch->evidence->detail, SET_UP, strlen(SET_UP)) == 0;
}

bool series_is_quiet(const struct series *series)
{
	size_t quiet = 0;

	for (size_t i = 0; i < series->count; i++)
		quiet += launch_is_quiet(series->launches[i]);
	return quiet >= QUIET_ENOUGH || (quiet && quiet == series->count);
}

const struct launch *series_next_sampled(
	const struct series *series, size_t min_samples, size_t *i)
{
	while (*i < series->count) {
		const struct launch *launch = series->launches[(*i)++];

		if (launch->evidence && launch->evidence->samples &&
			launch->sample_count >= min_samples && launch_is_quiet(launch))
			return launch;
	}
	return NULL;
}

bool bench_data_has_samples(const struct bench_data *bench, size_t min_samples)
{
	return series_next_sampled(bench_data_main_series(bench), min_samples, &(size_t){ 0 });
}

size_t series_values(const struct series *series, double *values)
{
	bool quiet = series_is_quiet(series);

	return take_values(series, quiet, !quiet, values);
}

size_t series_minima(const struct series *series, double *values)
{
	return take_values(series, series_is_quiet(series), true, values);
}

size_t series_cpu_times(const struct series *series, double *values)
{
	size_t count = 0;

	for (size_t i = 0; series->by_cpu && i < series->count; i++) {
		const struct launch *launch = series->launches[i];
		const struct evidence *e = launch->evidence;

		if (e && e->cpu_ns > 0 && e->wall_ns > 0)
			values[count++] = launch->time.mean * fmin(e->cpu_ns / e->wall_ns, 1);
	}
	return count;
}

const char *bench_data_adapter(const struct bench_data *bench)
{
	if (bench->log && bench->log->source.commands)
		return "command";
	return bench->log ? log_suite_meta(bench->log, bench->suite, "adapter") : NULL;
}

/* Of one iteration, by what the samples of `last` have more than those of `first`. */
static double added_ns(const struct series *first, const struct series *last)
{
	return (last->time_ns - first->time_ns) /
	       (double)(last->iterations - first->iterations);
}

double bench_data_iteration_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	if (bench->series_count < 2)
		return bench->series_count ? s[0].min_ns : NAN;
	return fmax(added_ns(&s[0], &s[1]), 0);
}

double bench_data_slope_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	return bench->series_count < 2 ? bench_data_iteration_ns(bench)
				       : added_ns(s, &s[bench->series_count - 1]);
}

/* From the times of a sample of the first two series. */
static double setup_of(const struct bench_data *bench, double first_ns, double second_ns)
{
	double i = (double)bench->series[0].iterations, j = (double)bench->series[1].iterations;

	return i * j * (first_ns / i - second_ns / j) / (j - i);
}

double bench_data_setup_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	return bench->series_count < 2 ? NAN : setup_of(bench, s[0].time_ns, s[1].time_ns);
}

double bench_data_setup_share(const struct bench_data *bench, bool usual)
{
	const struct series *s = bench->series;
	double first = NAN, second = NAN;

	if (bench->series_count >= 2) {
		first = usual ? s[0].usual_ns : s[0].time_ns;
		second = usual ? s[1].usual_ns : s[1].time_ns;
	}
	return first > 0 ? setup_of(bench, first, second) / first : NAN;
}

/*
 * Work that ignores n has T(n) = T(1), up to noise. T must grow by 1 % of the first sample per
 * further iteration, but by at most half of it in all. So a very short iteration still counts
 * as work if the tuner chose hundreds of iterations.
 */
bool bench_data_time_grows(const struct bench_data *bench)
{
	const struct series *first, *last;
	double share, least;

	if (bench->series_count < 2)
		return true;
	first = &bench->series[0];
	last = &bench->series[bench->series_count - 1];
	share = 0.01 * (double)(last->iterations - first->iterations) /
		(double)first->iterations;
	least = (share < 0.5 ? share : 0.5) * first->time_ns;
	return last->time_ns - first->time_ns > least;
}
