/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rule_swift.h"

#include "compare/verdict/row_side.h"
#include "compare/verdict/rules.h"

#include <math.h>

static bool inside(double value, double low, double high)
{
	return low < value && value < high;
}

/* A value strictly inside the other side's range: chance alone could explain the change. */
static bool ranges_mix(const struct measured_range *old, const struct measured_range *new)
{
	return inside(new->value, old->low, old->high) ||
	       inside(old->value, new->low, new->high);
}

struct swift_change rule_swift(
	const struct measured_range *old, const struct measured_range *new, double threshold)
{
	struct swift_change c = { .verdict = VERDICT_UNCHANGED };

	c.ratio = (old->value + 0.001) / (new->value + 0.001);
	c.dubious = ranges_mix(old, new);
	if (c.ratio > 1 + threshold)
		c.verdict = VERDICT_IMPROVED;
	else if (c.ratio < 1 - threshold)
		c.verdict = VERDICT_REGRESSED;
	return c;
}

enum verdict rule_judge(double target, double base, double tolerance, double *ratio)
{
	double r = target == base ? 1 : target / base;

	if (ratio)
		*ratio = r;
	if (r > 1 + tolerance)
		return VERDICT_REGRESSED;
	return r < 1 - tolerance ? VERDICT_IMPROVED : VERDICT_UNCHANGED;
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

/* The ratio shown lacks the constant that Swift adds, unless one side is 0; the constant
 * only decides. */
static void apply_swift(struct row *row)
{
	struct measured_range old = side_range(&row->old, row->time.old),
			      new = side_range(&row->new, row->time.new);
	struct swift_change change = rule_swift(&old, &new, row->time.threshold);

	row->time.ratio = old.value > 0 && new.value > 0 ? row->time.new / row->time.old
							 : 1 / change.ratio;
	row->time.verdict = change.verdict;
	row->moved = change.dubious ? MOVED_DUBIOUSLY : MOVED_NOT;
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
		else
			row->time.verdict = rule_judge(row->time.new, row->time.old,
				row->time.threshold, &row->time.ratio);
	}
	return 0;
}

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
