/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rules.h"

#include "compare/row_side.h"

#include <math.h>

/* Lifts a value that the clock shows as (nearly) nothing, so that a ratio exists. */
static double lifted(double value, double step)
{
	return step > 0 ? fmax(value, step / 2) : value;
}

static double ratio_of(double old, double new)
{
	return old == new ? 1 : new / old;
}

/* A value strictly inside the other side's range says that chance alone could do it. */
static bool inside(double value, double low, double high)
{
	return value > low && value < high;
}

static bool ranges_mix(const struct row *row)
{
	double old_low, old_high, new_low, new_high;

	row_side_range(&row->old, &old_low, &old_high);
	row_side_range(&row->new, &new_low, &new_high);
	return inside(row->old.estimate_ns, new_low, new_high) ||
	       inside(row->new.estimate_ns, old_low, old_high);
}

static enum verdict by_threshold(double ratio, double most, double least)
{
	if (ratio > most)
		return VERDICT_REGRESSED;
	return ratio < least ? VERDICT_IMPROVED : VERDICT_UNCHANGED;
}

static void apply_range(const struct comparison *comparison, struct row *row)
{
	double step = fmax(row_side_step_ns(&row->old, comparison->old),
		row_side_step_ns(&row->new, comparison->new));
	double most = 1 + row->threshold;

	row->time_ratio = ratio_of(
		lifted(row->old.estimate_ns, step), lifted(row->new.estimate_ns, step));
	row->verdict = by_threshold(row->time_ratio, most, 1 / most);
	row->dubious = ranges_mix(row);
}

/* Swift's compare_perf_tests: the speedup old/new beyond 1 +- the threshold, and "(?)". */
static void apply_swift(struct row *row)
{
	double speedup = ratio_of(row->new.estimate_ns, row->old.estimate_ns);

	row->time_ratio = ratio_of(row->old.estimate_ns, row->new.estimate_ns);
	row->verdict = by_threshold(-speedup, -(1 - row->threshold), -(1 + row->threshold));
	row->dubious = ranges_mix(row);
}

/* BenchmarkTools.judge: the ratio target/baseline beyond 1 +- the tolerance. */
static void apply_judge(struct row *row)
{
	row->time_ratio = ratio_of(row->old.estimate_ns, row->new.estimate_ns);
	row->verdict = by_threshold(row->time_ratio, 1 + row->threshold, 1 - row->threshold);
}

void rule_apply_simple(struct comparison *comparison, const struct compared_rows *compared)
{
	for (size_t i = 0; i < compared->count; i++) {
		struct row *row = compared->rows[i];

		if (comparison->rule == RULE_SWIFT)
			apply_swift(row);
		else if (comparison->rule == RULE_JUDGE)
			apply_judge(row);
		else
			apply_range(comparison, row);
	}
}
