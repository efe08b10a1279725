/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/verdict/row_side.h"
#include "compare/verdict/rule_swift.h"

#include <math.h>

/* At least half a clock step, so that a ratio exists. */
static double lifted(double value, double step)
{
	return step > 0 ? fmax(value, step / 2) : value;
}

static double time_ratio_of(double old, double new)
{
	return old == new ? 1 : new / old;
}

/* Value and range of a side, in us as in Swift's driver. */
static struct measured_range side_range(const struct row_side *side, double value)
{
	struct measured_range range;

	row_side_range(side, &range.low, &range.high);
	range.value = value / 1e3;
	range.low /= 1e3;
	range.high /= 1e3;
	return range;
}

static void apply_range(struct row *row)
{
	double step = fmax(row->old.step_ns, row->new.step_ns);
	double most = 1 + row->time.threshold;
	struct measured_range old = side_range(&row->old, row->time.old),
			      new = side_range(&row->new, row->time.new);

	row->time.ratio =
		time_ratio_of(lifted(row->time.old, step), lifted(row->time.new, step));
	row->time.verdict = row->time.ratio > most       ? VERDICT_REGRESSED
			    : row->time.ratio < 1 / most ? VERDICT_IMPROVED
							 : VERDICT_UNCHANGED;
	row->dubious = ranges_mix(&old, &new);
}

/* The ratio shown lacks the constant that Swift adds, unless one side is 0; the constant
 * only decides. */
static void apply_swift(struct row *row)
{
	struct measured_range old = side_range(&row->old, row->time.old),
			      new = side_range(&row->new, row->time.new);
	struct swift_change change = rule_swift(&old, &new, row->time.threshold);

	row->time.ratio = old.value > 0 && new.value > 0
				  ? time_ratio_of(row->time.old, row->time.new)
				  : 1 / change.ratio;
	row->time.verdict = change.verdict;
	row->dubious = change.dubious;
}

static void apply_judge(struct row *row)
{
	row->time.verdict =
		rule_judge(row->time.new, row->time.old, row->time.threshold, &row->time.ratio);
}

/* No test, one benchmark at a time. */
static int apply_simple(
	struct comparison *comparison, const struct compared_rows *compared, struct err *e)
{
	(void)e;
	for (size_t i = 0; i < compared->count; i++) {
		struct row *row = compared->rows[i];

		if (comparison->rule == RULE_SWIFT)
			apply_swift(row);
		else if (comparison->rule == RULE_JUDGE)
			apply_judge(row);
		else
			apply_range(row);
	}
	return 0;
}

const struct rule_method method_range = {
	.name = "range", .meaning = "no test", .threshold = 0.05, .apply = apply_simple
};
const struct rule_method method_swift = {
	.name = "swift",
	.meaning = "as Swift's compare_perf_tests",
	.threshold = 0.05,
	.apply = apply_simple,
};
const struct rule_method method_judge = {
	.name = "judge",
	.meaning = "as BenchmarkTools' judge",
	.threshold = 0.05,
	.apply = apply_simple,
};
