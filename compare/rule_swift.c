/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rule_swift.h"

#include <stddef.h>

static bool inside(double value, double low, double high)
{
	return low < value && value < high;
}

struct swift_change rule_swift(
	double old_min, double old_max, double new_min, double new_max, double threshold)
{
	struct swift_change c = { .verdict = VERDICT_UNCHANGED };

	c.ratio = (old_min + 0.001) / (new_min + 0.001);
	c.delta_percent = ((new_min + 0.001) / (old_min + 0.001) - 1) * 100;
	c.dubious = inside(new_min, old_min, old_max) || inside(old_min, new_min, new_max);
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
