/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include "compare/verdict/row_side.h"
#include "compare/verdict/rule_swift.h"

#include <math.h>

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
	row->moved = change.dubious ? MOVED_DUBIOUSLY : MOVED_NOT;
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
		else
			apply_judge(row);
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
