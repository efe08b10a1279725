/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/whole.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"
#include "compare/verdict/compared.h"
#include "compare/verdict/paired_rounds.h"
#include "compare/verdict/rules.h"

#include <math.h>
#include <stdlib.h>

struct worst_case worst_case_find(const struct comparison *comparison)
{
	struct worst_case worst = { .bound = NAN };

	if (comparison->summary.undecided || comparison_shows_no_shift(comparison))
		return worst;
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		bool limited = row_is_compared(row) && !row->redefined && !isnan(row->most);

		if (!row_is_proven(row) && !limited) {
			worst.without += row->old.benchmark && row->new.benchmark;
			continue;
		}
		worst.bound = fmax(worst.bound, 0);
		worst.judged += !row_is_proven(row);
		if (!row_is_proven(row) && row->most - 1 > worst.bound) {
			worst.row = row;
			worst.bound = row->most - 1;
		}
	}
	return worst;
}

double worst_case_rounds(const struct comparison *comparison, double bound)
{
	double most = comparison->rule == RULE_PAIRED ? 0 : NAN;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		double room = log1p(bound) - log(row->time.ratio);
		double half = log(row->most / row->time.ratio), rounds = INFINITY;

		if (room > 0)
			rounds = (double)row->paired.rounds * pow(half / room, 2);
		if (!row_is_proven(row) && row_is_compared(row) && !isnan(half) &&
			rounds > most)
			most = rounds;
	}
	return ceil(most);
}

/* Of one benchmark. */
struct part {
	uint64_t round;
	double error, weight;
};

static int by_round(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return (x->round > y->round) - (x->round < y->round);
}

/* Half width of the interval of a sum over benchmarks. */
static double half_width(struct part *parts, size_t count)
{
	double variance = 0, squares = 0, fourths = 0, rounds;

	qsort(parts, count, sizeof(*parts), by_round);
	for (size_t i = 0; i < count;) {
		double error = 0, weight = 0;
		uint64_t round = parts[i].round;

		for (; i < count && parts[i].round == round; i++) {
			error += parts[i].error;
			weight += parts[i].weight;
		}
		variance += error * error;
		squares += weight * weight;
		fourths += pow(weight, 4);
	}
	rounds = squares * squares / fourths;
	/* What the trimmed means leave out shows no error. */
	return student_quantile(
		       0.975, rounds - 1 - 2 * (double)paired_trimmed((size_t)(rounds + 0.5))) *
	       sqrt(variance);
}

struct mean_ratio mean_ratio_of(const struct comparison *comparison,
	bool (*wanted)(const struct row *row, void *ctx), void *ctx)
{
	AUTO_FREE struct part *parts = NULL;
	size_t rows = 0, count = 0, capacity = 0;
	double sum = 0, half = NAN, all;
	bool known = comparison->rule == RULE_PAIRED;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		const struct round_influence *influences = row->paired.influences;
		double rounds = (double)row->paired.rounds;

		if (!isfinite(row->time.ratio) || row->time.ratio <= 0 || row->too_fast ||
			(wanted && !wanted(row, ctx)))
			continue;
		rows++;
		sum += log(row->time.ratio);
		known = known && influences;
		for (size_t k = 0; influences && k < row->paired.rounds; k++)
			*ARRAY_ADD(parts, count, capacity) = (struct part){ influences[k].round,
				influences[k].influence, 1 / rounds };
	}
	all = (double)(rows + (wanted ? 0 : comparison->summary.left_out));
	if (known && count)
		half = half_width(parts, count) / all;
	sum = rows ? sum / all : NAN;
	return (struct mean_ratio){ exp(sum), exp(sum - half), exp(sum + half), rows };
}

bool row_is_single(const struct row *row, bool in_rounds)
{
	if (!row_is_compared(row) || row_is_proven(row))
		return false;
	return row->old.launches < 2 || row->new.launches < 2 ||
	       (in_rounds && row->paired.rounds < 2);
}

static enum undecided why(
	const struct comparison *comparison, size_t compared, size_t unmeasured)
{
	const struct comparison_summary *summary = &comparison->summary;

	if (!compared)
		return comparison->join.common || unmeasured ? UNDECIDED_NOTHING
							     : UNDECIDED_APART;
	if (summary->without_turn && !resolution_judged(comparison))
		return UNDECIDED_LAUNCHES;
	/* A rule without a test decides by one launch: who chose it wants that. */
	if (summary->single && summary->single == resolution_judged(comparison) &&
		rule_method(comparison->rule)->tests)
		return UNDECIDED_LAUNCHES;
	return summary->shift.undecided ? UNDECIDED_SHIFT : UNDECIDED_NOT;
}

void undecided_find(struct comparison *comparison)
{
	bool in_rounds = comparison->rule == RULE_PAIRED;
	size_t compared = 0, unmeasured = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		struct row *row = &comparison->rows[i];

		comparison->summary.single += row_is_single(row, in_rounds);
		compared += row_is_compared(row);
		unmeasured += row->time.verdict == VERDICT_NOT_MEASURED;
		row->lost &= comparison->join.common > 0;
	}
	comparison->summary.undecided = why(comparison, compared, unmeasured);
}

bool comparison_shows_no_shift(const struct comparison *comparison)
{
	return comparison->rule == RULE_UNPAIRED && !comparison->summary.shift.shown_by &&
	       comparison->summary.undecided != UNDECIDED_LAUNCHES &&
	       !log_same_session(comparison->old, comparison->new);
}

bool comparison_is_quiet(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (!row_is_proven(row) || row_moved(row))
			return false;
	}
	return true;
}

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
