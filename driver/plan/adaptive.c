/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/adaptive.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

/*
 * Method: the half width of an interval falls with the root of the rounds, so the rounds that a
 * benchmark still needs follow from its width. Time goes to those that reach their threshold in
 * the least of it: the most benchmarks are then decided. The interims lie about a quarter
 * apart, as closer ones hardly change a width. Six rounds are what an
 * interval needs to know its own noise; at 100 another round takes off 0.5 % of it. That
 * stopping on the width keeps the intervals honest:
 * docs/decisions/0023-rounds-of-a-smoke-run.md.
 */

static const uint32_t interims[] = { 8, 12, 16, 20, 25, 30, 35, 40, 50, 65, 80, 100, 125, 160,
	200, ADAPTIVE_MOST };
#define INTERIMS (ARRAY_SIZE(interims))

static uint32_t interim_after(const struct adaptive_benchmark *b, uint32_t rounds)
{
	if (rounds < b->first)
		return b->first;
	for (size_t i = 0; i < INTERIMS; i++)
		if (interims[i] > rounds && rounds < b->last)
			return interims[i] < b->last ? interims[i] : b->last;
	return 0;
}

uint32_t adaptive_next_interim(const struct adaptive_benchmark *b)
{
	return interim_after(b, b->rounds);
}

uint32_t adaptive_rounds_needed(const struct adaptive_benchmark *b)
{
	double ratio = b->half_width / b->threshold, need = b->rounds * ratio * ratio;

	if (isnan(need) || !b->rounds)
		return 0;
	if (need <= b->rounds)
		return b->rounds;
	return need < 1e6 ? (uint32_t)ceil(need) : 1000000;
}

/* Between two interims nothing is decided. */
static bool is_done(const struct adaptive_benchmark *b)
{
	if (b->unreachable || !b->first)
		return true;
	if (b->rounds < b->first)
		return false;
	if (b->rounds >= b->last || isnan(b->half_width))
		return true;
	return b->rounds && interim_after(b, b->rounds - 1) == b->rounds &&
	       b->half_width <= b->threshold;
}

/* So few rounds say nothing of how wide the interval will be. */
static bool is_unknown(const struct adaptive_benchmark *b)
{
	return b->rounds < b->first;
}

static bool is_early(const struct adaptive_benchmark *b)
{
	return !b->unreachable && is_unknown(b);
}

uint32_t adaptive_rounds_until(const struct adaptive_benchmark *b)
{
	uint32_t need = is_unknown(b) ? 0 : adaptive_rounds_needed(b);
	uint32_t interim = adaptive_next_interim(b);

	while (interim < need && interim < b->last)
		interim = interim_after(b, interim);
	return interim;
}

static double time_needed(const struct adaptive_benchmark *b)
{
	return (adaptive_rounds_until(b) - b->rounds) * b->slot_ns;
}

struct order {
	double gain;
	size_t index;
};

static int largest_first(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->gain != y->gain)
		return x->gain < y->gain ? 1 : -1;
	return x->index < y->index ? -1 : 1;
}

/*
 * Predicted gain per ns: intervals that reach the threshold, and after all of these, at a scale
 * where any of them comes first, what the next interim takes off an interval.
 */
static double gain(const struct adaptive_benchmark *b)
{
	double next = adaptive_next_interim(b), step = next - b->rounds;

	if (is_unknown(b) || adaptive_rounds_needed(b) <= b->last)
		return 1 / time_needed(b);
	return 1e-30 * (1 - sqrt(b->rounds / next)) / (step * b->slot_ns);
}

static size_t sort_wanting(const struct adaptive_benchmark *b, size_t n, struct order *order)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (!is_done(&b[i]))
			order[count++] = (struct order){ gain(&b[i]), i };
	qsort(order, count, sizeof(*order), largest_first);
	return count;
}

/* All that have not been looked at yet get there, if that leaves half of the time. */
static size_t first_interim(
	const struct adaptive_benchmark *b, size_t n, double left_ns, uint32_t *targets)
{
	size_t count = 0;
	double cost = 0;

	for (size_t i = 0; i < n; i++)
		if (is_early(&b[i]))
			cost += (b[i].first - b[i].rounds) * b[i].slot_ns;
	for (size_t i = 0; cost <= left_ns / 2 && i < n; i++)
		if (is_early(&b[i])) {
			targets[i] = b[i].first;
			count++;
		}
	return count;
}

/* In the order of gain, each to its next interim, while the time that it needs in all is there.
 * `singly`: when no one can be done in what is left, as many rounds towards it as fit. */
static size_t grant(const struct adaptive_benchmark *b, const struct order *order, size_t count,
	double left_ns, bool singly, uint32_t *targets)
{
	size_t granted = 0;

	for (size_t k = 0; k < count; k++) {
		const struct adaptive_benchmark *one = &b[order[k].index];
		uint32_t rounds = adaptive_next_interim(one) - one->rounds;
		double fits = fmax(0, floor(left_ns / one->slot_ns));
		double need = time_needed(one);

		if (singly) {
			rounds = fits < rounds ? (uint32_t)fits : rounds;
			need = rounds * one->slot_ns;
		}
		if (!rounds || need > left_ns)
			continue;
		left_ns -= need;
		targets[order[k].index] = one->rounds + rounds;
		granted++;
	}
	return granted;
}

bool adaptive_is_early(const struct adaptive_benchmark *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_early(&b[i]))
			return true;
	return false;
}

/* With little time, those that cost little are looked at before the others use it up. */
size_t adaptive_decide(
	const struct adaptive_benchmark *b, size_t n, double left_ns, uint32_t *targets)
{
	AUTO_FREE struct order *order = memory_zeroed(n, sizeof(*order));
	size_t count = sort_wanting(b, n, order), granted = 0;
	bool early = adaptive_is_early(b, n);

	for (size_t i = 0; i < n; i++)
		targets[i] = b[i].rounds;
	if (early)
		granted = first_interim(b, n, left_ns, targets);
	if (early && !granted)
		granted = grant(b, order, count, left_ns / 2, false, targets);
	if (!granted)
		granted = grant(b, order, count, left_ns, false, targets);
	return granted ? granted : grant(b, order, count, left_ns, true, targets);
}
