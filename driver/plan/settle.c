/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/settle.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "harness/turn.h"

static const double steps_ns[SETTLE_STEPS] = { 5e4, 1e5, 2e5, 5e5, 1e6 };
#define SETTLED_NS 2e6
/* A step is judged by the samples that begin between it and so many times of it. */
#define REACH 2
/* Turns are so many times as long as the time to settle, and as a sample. */
#define TIMES 5
/* Fewer turns, or settled samples in a turn, tell nothing. */
#define TURNS_MIN   4
#define SAMPLES_MIN 3
#define EXCESS      0.01
#define EXCESS_MOST 0.03
/* Noise alone exceeds so many standard errors in one of twenty. */
#define ERRORS 2
/* Standard error of a median, from the interquartile range of n normal values. */
#define MEDIAN_ERROR (1.2533 / 1.349)

/* Lower quartile of the samples that begin in [from, to) ns after the turn began, without the
 * first one; NAN if there are fewer than `least`. */
static double quartile_between(const double *samples, size_t n, double iterations, double from,
	double to, size_t least, double *scratch)
{
	double at = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		if (i && at >= from && at < to)
			scratch[count++] = samples[i];
		at += samples[i] * iterations;
	}
	return count < least ? NAN : quantile_r7_unsorted(scratch, count, 0.25);
}

static void add_turn(struct settle *settle, const double *samples, size_t n, double iterations,
	double *scratch)
{
	double settled = quartile_between(
		samples, n, iterations, SETTLED_NS, INFINITY, SAMPLES_MIN, scratch);

	for (size_t i = 0; i < n; i++)
		if (!settle->sample_ns || samples[i] * iterations < settle->sample_ns)
			settle->sample_ns = samples[i] * iterations;
	for (size_t k = 0; k < SETTLE_STEPS; k++) {
		double after = quartile_between(
			samples, n, iterations, steps_ns[k], REACH * steps_ns[k], 1, scratch);
		double excess = log(after / settled);

		if (!isfinite(excess))
			continue;
		settle->excess[k] = memory_grow(settle->excess[k], &settle->capacity[k],
			settle->count[k] + 1, sizeof(double));
		settle->excess[k][settle->count[k]++] = excess;
	}
}

void settle_add(struct settle *settle, const double *samples, size_t n,
	const char *turn_samples, int64_t iterations)
{
	double *scratch = memory_zeroed(n + 1, sizeof(*scratch));
	size_t first = 0;
	char *end;

	for (const char *p = turn_samples; *p; p = end) {
		size_t count = strtoul(p, &end, 10);

		if (end == p || count > n - first)
			break;
		add_turn(settle, samples + first, count, (double)iterations, scratch);
		first += count;
	}
	free(scratch);
}

static bool is_settled(const struct settle *settle, size_t step)
{
	const double *excess = settle->excess[step];
	size_t n = settle->count[step];
	double *sorted, error, most;

	if (n < TURNS_MIN)
		return false;
	sorted = memory_zeroed(n, sizeof(*sorted));
	memcpy(sorted, excess, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	error = MEDIAN_ERROR * (quantile_r7(sorted, n, 0.75) - quantile_r7(sorted, n, 0.25)) /
		sqrt((double)n);
	most = fmax(EXCESS, fmin(ERRORS * error, EXCESS_MOST));
	most -= fabs(quantile_median(sorted, n));
	free(sorted);
	return most >= 0;
}

struct turn_length settle_length(const struct settle *builds, size_t count)
{
	struct turn_length length = { BD_TURN_SLICE_NS, BD_TURN_SETTLE_NS };
	double sample_ns = 0;

	for (size_t i = 0; i < count; i++)
		sample_ns = fmax(sample_ns, builds[i].sample_ns);
	for (size_t k = SETTLE_STEPS; k-- > 0;) {
		/* bdriver.tuned keeps whole microseconds. */
		double slice = ceil(TIMES * fmax(steps_ns[k], sample_ns) / 1000) * 1000;

		for (size_t i = 0; i < count; i++)
			if (!is_settled(&builds[i], k))
				return length;
		if (slice < BD_TURN_SLICE_NS)
			length = (struct turn_length){ (int64_t)slice, (int64_t)steps_ns[k] };
	}
	return length;
}

void settle_release(struct settle *settle)
{
	for (size_t k = 0; k < SETTLE_STEPS; k++)
		free(settle->excess[k]);
	*settle = (struct settle){ 0 };
}
