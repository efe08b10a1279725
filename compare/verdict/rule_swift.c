/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rule_swift.h"

static bool inside(double value, double low, double high)
{
	return low < value && value < high;
}

bool ranges_mix(const struct measured_range *old, const struct measured_range *new)
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
