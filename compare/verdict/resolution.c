/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/resolution.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>

static bool is_judged(const struct row *row)
{
	return row_is_compared(row) && !row_is_proven(row);
}

size_t resolution_judged(const struct comparison *comparison)
{
	size_t n = 0;

	for (size_t i = 0; i < comparison->row_count; i++)
		n += is_judged(&comparison->rows[i]);
	return n;
}

size_t resolution_seen(const struct comparison *comparison, double change)
{
	size_t n = 0;

	for (size_t i = 0; i < comparison->row_count; i++)
		n += is_judged(&comparison->rows[i]) &&
		     comparison->rows[i].time.smallest <= change;
	return n;
}

double resolution_of(const struct comparison *comparison, double share)
{
	AUTO_FREE double *values = memory_zeroed(comparison->row_count, sizeof(*values));
	size_t n = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (is_judged(row))
			values[n++] = isnan(row->time.smallest) ? INFINITY : row->time.smallest;
	}
	quantile_sort(values, n);
	return n ? values[(size_t)fmax(0, ceil(share * (double)n) - 1)] : NAN;
}

/* Rounds in all after which the row is called unchanged, or its change is called. */
static double rounds_needed(const struct row *row, double equivalence)
{
	double change = fabs(log(row->time.ratio)), within = INFINITY, beyond = INFINITY;
	double limit = log1p(equivalence);

	if (!(row->paired.rounds > 1) || row->paired.conflict || isnan(row->paired.half_90))
		return INFINITY;
	if (change < limit)
		within = pow(row->paired.half_90 / (limit - change), 2);
	if (change > log1p(row->time.threshold))
		beyond = pow(log1p(row->time.smallest) / change, 2);
	return (double)row->paired.rounds * fmin(within, beyond);
}

/* The fewest that settle half of what 100 more rounds settle. */
static void choose_more(struct resolution_settle *s, const double *more, size_t n)
{
	static const size_t steps[] = { 5, 10, 20, 30, 50, 70, 100 };
	size_t within[ARRAY_SIZE(steps)] = { 0 }, last = 6;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k <= last; k++)
			within[k] += more[i] <= (double)steps[k];
	for (size_t k = 0; within[last] && !s->settled; k++)
		if (2 * within[k] >= within[last]) {
			s->more = steps[k];
			s->settled = within[k];
		}
}

struct resolution_settle resolution_settle(const struct comparison *comparison)
{
	AUTO_FREE double *more = memory_zeroed(comparison->row_count, sizeof(*more));
	struct resolution_settle s = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		s.rounds = row->paired.rounds > s.rounds ? row->paired.rounds : s.rounds;
		if (row->time.verdict != VERDICT_INCONCLUSIVE)
			continue;
		s.inconclusive++;
		if (comparison->rule == RULE_PAIRED)
			more[n++] = rounds_needed(row, comparison->options.equivalence) -
				    (double)row->paired.rounds;
	}
	choose_more(&s, more, n);
	s.rounds += s.more;
	return s;
}
