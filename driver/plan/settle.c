/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/settle.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "harness/turn.h"

/*
 * Method: in trial launches with turns of 5 ms the samples after the first 0.2, 0.5 and 1 ms of
 * a turn are compared with those after 2 ms, by lower quartiles, which single slow samples do
 * not reach. The first step from which on all builds agree is the time to settle. 0.5 % is half
 * of the default threshold; the steps and the factor TIMES are the shortest whose ratios agreed
 * with those of long turns in 99 % of 388 benchmarks: docs/decisions/0009-interleaving.md,
 * which also has WARM_UP_MOST. Errors of a median come from the interquartile range, as for
 * normal values.
 */

static const double steps_ns[SETTLE_STEPS] = { 2e5, 5e5, 1e6 };
#define SETTLED_NS 2e6
/* A step is judged by the samples that begin between it and so many times of it. */
#define REACH 2
/* Turns are so many times as long as the time to settle, and as a sample. */
#define TIMES 5
/* Fewer turns, or settled samples in a turn, tell nothing. */
#define TURNS_MIN   4
#define SAMPLES_MIN 3
#define EXCESS      0.005
#define EXCESS_MOST 0.01
/* A branch predictor may learn over all of a launch: then its first turns get faster from turn
 * to turn, and the first one is slower than the second half by more than this. */
#define WARM_UP_MOST 0.05
#define COLD_TURNS   3
/* Noise alone exceeds so many standard errors in one of twenty. */
#define ERRORS 2
/* Standard error of a median, from the interquartile range of n normal values. */
#define MEDIAN_ERROR (1.2533 / 1.349)

/* Nothing that is not finite. */
static void add_value(struct settle_values *values, double value)
{
	if (!isfinite(value))
		return;
	*ARRAY_ADD(values->values, values->count, values->capacity) = value;
}

/* Adds the samples that begin in [from, to) ns after the turn began, without the first one.
 * Returns their lower quartile; NAN if there are none. */
static double add_between(struct settle_values *pool, const double *samples, size_t n,
	double iterations, double from, double to)
{
	size_t first = pool->count, count;
	double at = 0;

	pool->values = memory_grow(
		pool->values, &pool->capacity, pool->count + n, sizeof(*pool->values));
	for (size_t i = 0; i < n; i++) {
		if (i && at >= from && at < to)
			pool->values[pool->count++] = samples[i];
		at += samples[i] * iterations;
	}
	count = pool->count - first;
	return !count ? NAN : quantile_r7_unsorted(pool->values + first, count, 0.25);
}

static void add_turn(struct settle *settle, const double *samples, size_t n, double iterations)
{
	size_t before = settle->settled.count;
	double settled =
		add_between(&settle->settled, samples, n, iterations, SETTLED_NS, INFINITY);

	if (settle->settled.count - before < SAMPLES_MIN)
		settled = NAN;
	add_value(&settle->turns, settled);
	for (size_t i = 0; i < n; i++)
		if (!settle->sample_ns || samples[i] * iterations < settle->sample_ns)
			settle->sample_ns = samples[i] * iterations;
	for (size_t k = 0; k < SETTLE_STEPS; k++) {
		double after = add_between(&settle->after[k], samples, n, iterations,
			steps_ns[k], REACH * steps_ns[k]);

		add_value(&settle->excess[k], log(after / settled));
	}
}

/* The turns of one launch, in their order. */
static bool has_warmed_up(const struct settle_values *turns)
{
	size_t half = turns->count / 2;
	double usual;

	if (half < COLD_TURNS)
		return false;
	usual = quantile_r7_unsorted(turns->values + half, turns->count - half, 0.5);
	for (size_t i = 1; i < COLD_TURNS; i++)
		if (turns->values[i - 1] <= turns->values[i])
			return false;
	return turns->values[COLD_TURNS - 1] > usual &&
	       turns->values[0] > usual * (1 + WARM_UP_MOST);
}

void settle_add(struct settle *settle, const double *samples, size_t n,
	const char *turn_samples, int64_t iterations)
{
	size_t first = 0;
	char *end;

	settle->turns.count = 0;
	for (const char *p = turn_samples; *p; p = end) {
		size_t count = strtoul(p, &end, 10);

		if (end == p || count > n - first)
			break;
		add_turn(settle, samples + first, count, (double)iterations);
		first += count;
	}
	settle->warms_up |= has_warmed_up(&settle->turns);
}

/* The quartiles of all turns together hardly change if others slow the CPU now and then. */
static bool is_settled_together(struct settle *settle, size_t step)
{
	const struct settle_values *after = &settle->after[step], *settled = &settle->settled;

	return fabs(log(quantile_r7_unsorted(after->values, after->count, 0.25) /
			quantile_r7_unsorted(settled->values, settled->count, 0.25))) <= EXCESS;
}

/* Noise of single turns may be large, but it is the same after any time. */
static bool is_settled_by_turn(const struct settle_values *excess)
{
	size_t n = excess->count;
	double error, most;

	quantile_sort(excess->values, n);
	error = MEDIAN_ERROR *
		(quantile_r7(excess->values, n, 0.75) - quantile_r7(excess->values, n, 0.25)) /
		sqrt((double)n);
	most = fmax(EXCESS, fmin(ERRORS * error, EXCESS_MOST));
	return fabs(quantile_median(excess->values, n)) <= most;
}

static bool is_settled(struct settle *settle, size_t step)
{
	struct settle_values *excess = &settle->excess[step];

	return excess->count >= TURNS_MIN &&
	       (is_settled_by_turn(excess) || is_settled_together(settle, step));
}

static bool all_settled(struct settle *builds, size_t count, size_t step)
{
	for (size_t i = 0; i < count; i++)
		if (!is_settled(&builds[i], step))
			return false;
	return true;
}

/* From this step on all builds are settled after every step. */
static size_t settled_from(struct settle *builds, size_t count)
{
	size_t step = SETTLE_STEPS;

	while (step > 0 && all_settled(builds, count, step - 1))
		step--;
	return step;
}

static bool any_warms_up(const struct settle *builds, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (builds[i].warms_up)
			return true;
	return false;
}

/* Of builds that have settled after this step; long turns if that is none of the steps. */
static struct turn_length length_after(const struct settle *builds, size_t count, size_t step)
{
	const struct turn_length length = { BD_TURN_SLICE_NS, BD_TURN_SETTLE_NS };
	double sample_ns = 0, slice_ns;

	if (step == SETTLE_STEPS)
		return length;
	for (size_t i = 0; i < count; i++)
		sample_ns = fmax(sample_ns, builds[i].sample_ns);
	/* bdriver.tuned keeps whole microseconds. */
	slice_ns = ceil(TIMES * fmax(steps_ns[step], sample_ns) / 1000) * 1000;
	if (slice_ns >= BD_TURN_SLICE_NS)
		return length;
	return (struct turn_length){ (int64_t)slice_ns, (int64_t)steps_ns[step] };
}

struct turn_length settle_length(struct settle *builds, size_t count)
{
	bool warm = any_warms_up(builds, count);

	return length_after(builds, count, warm ? SETTLE_STEPS : settled_from(builds, count));
}

bool settle_may_shorten(struct settle *builds, size_t count)
{
	size_t step = settled_from(builds, count);

	return step && !any_warms_up(builds, count) &&
	       length_after(builds, count, step - 1).slice_ns <
		       length_after(builds, count, step).slice_ns;
}

void settle_release(struct settle *settle)
{
	for (size_t k = 0; k < SETTLE_STEPS; k++) {
		free(settle->excess[k].values);
		free(settle->after[k].values);
	}
	free(settle->settled.values);
	free(settle->turns.values);
	*settle = (struct settle){ 0 };
}
