/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/checks/peaks.h"

#include "compare/base/memory.h"
#include "compare/stats/density.h"
#include "compare/stats/dip.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define LEAST        10
#define GROUPS_LEAST 15
#define STRAY        6 /* one of this many values in a group may lie anywhere */
#define MODES_MAX    16

static double *peaks_sorted(const double *values, size_t n)
{
	double *sorted = memory_zeroed(n, sizeof(*sorted));

	memcpy(sorted, values, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	return sorted;
}

/*
 * Spreads equal values evenly over a step of the clock. The dip test takes every group of ties
 * for a mode.
 */
static void spread_ties(double *sorted, size_t n, double step)
{
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && sorted[end] - sorted[i] < step / 2;)
			end++;
		for (size_t k = i; k < end; k++)
			sorted[k] += step * (((double)(k - i) + 0.5) / (double)(end - i) - 0.5);
	}
	quantile_sort(sorted, n);
}

static double lowest_between(const struct density_mode *modes, size_t from, size_t to)
{
	double lowest = modes[from].valley;

	for (size_t i = from; i < to; i++)
		lowest = fmin(lowest, modes[i].valley);
	return lowest;
}

static size_t highest(const struct density_mode *modes, size_t count, size_t but)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < count; i++)
		if (i != but && (best == SIZE_MAX || modes[i].height > modes[best].height))
			best = i;
	return best;
}

static double share_above(const double *sorted, size_t n, double middle)
{
	size_t above = 0;

	while (above < n && sorted[n - 1 - above] > middle)
		above++;
	return (double)above / (double)n;
}

/* The two highest peaks. False: there is one peak, or one with a dent. A bandwidth of at least
 * a quarter of the gap makes peaks one that are nearer than the gap. */
static bool two_peaks(
	const double *sorted, size_t n, const struct peaks_limits *limits, struct peaks *found)
{
	AUTO_FREE struct density *density = memory_zeroed(1, sizeof(*density));
	struct density_mode modes[MODES_MAX];
	size_t count, first, second, left, right;

	density_with(density, sorted, n,
		fmax(density_bandwidth(sorted, n), limits->gap / 4 * fabs(sorted[n / 2])));
	count = density_modes(density, modes, MODES_MAX);
	if (count > MODES_MAX)
		count = MODES_MAX;
	first = highest(modes, count, SIZE_MAX);
	second = highest(modes, count, first);
	if (second == SIZE_MAX)
		return false;
	left = first < second ? first : second;
	right = first < second ? second : first;
	found->low = modes[left].x;
	found->high = modes[right].x;
	found->upper = share_above(sorted, n, (found->low + found->high) / 2);
	return modes[second].height >= limits->peak * modes[first].height &&
	       lowest_between(modes, left, right) <= limits->valley * modes[second].height;
}

static bool are_apart(const struct peaks *peaks, const struct peaks_limits *limits)
{
	return peaks->high - peaks->low >=
	       fmax(limits->gap * peaks->low, 2 * limits->resolution);
}

bool peaks_of(
	const double *values, size_t n, const struct peaks_limits *limits, struct peaks *found)
{
	AUTO_FREE double *sorted = NULL;

	if (n < LEAST)
		return false;
	sorted = peaks_sorted(values, n);
	spread_ties(sorted, n, limits->resolution);
	found->p = dip_p(dip_statistic(sorted, n), n);
	return found->p < limits->p && two_peaks(sorted, n, limits, found) &&
	       are_apart(found, limits);
}

/* The start of the second group: the split with the greatest sum of squares between groups. */
static size_t best_split(const double *sorted, size_t n)
{
	double sum = 0, before = 0, most = -1;
	size_t best = 0;

	for (size_t i = 0; i < n; i++)
		sum += sorted[i];
	for (size_t i = 1; i < n; i++) {
		double lower, upper, between;

		before += sorted[i - 1];
		lower = before / (double)i;
		upper = (sum - before) / (double)(n - i);
		between = (double)i * (double)(n - i) * (upper - lower) * (upper - lower);
		if (between > most) {
			most = between;
			best = i;
		}
	}
	return best;
}

struct group {
	double first, last, median;
};

/* Without the values that are farthest from the median. */
static struct group group_core(const double *sorted, size_t n)
{
	struct group group = { .median = quantile_median_of(sorted, n) };
	size_t from = 0, to = n - 1;

	for (size_t stray = n / STRAY; stray > 0; stray--) {
		if (sorted[to] - group.median > group.median - sorted[from])
			to--;
		else
			from++;
	}
	group.first = sorted[from];
	group.last = sorted[to];
	return group;
}

bool peaks_groups(
	const double *values, size_t n, const struct peaks_limits *limits, struct peaks *found)
{
	AUTO_FREE double *sorted = NULL;
	double least = fmax(3, limits->share * (double)n), width;
	struct group low, high;
	bool yes = false;
	size_t at;

	if (n < GROUPS_LEAST)
		return false;
	sorted = peaks_sorted(values, n);
	at = best_split(sorted, n);
	if (at >= least && n - at >= least) {
		low = group_core(sorted, at);
		high = group_core(sorted + at, n - at);
		width = fmax(low.last - low.first, high.last - high.first);
		*found = (struct peaks){ .low = low.median,
			.high = high.median,
			.upper = (double)(n - at) / (double)n,
			.p = dip_p(dip_statistic(sorted, n), n) };
		yes = high.first - low.last >= limits->apart * width &&
		      high.first - low.last >= limits->gap * low.last &&
		      are_apart(found, limits);
	}
	return yes;
}
