/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include <math.h>

/* Is there a benchmark whose variance can be told at all? */
static bool has_launches(const struct compared_rows *compared)
{
	for (size_t i = 0; i < compared->count; i++)
		if (compared->rows[i]->old.launches >= 2 &&
			compared->rows[i]->new.launches >= 2)
			return true;
	return false;
}

enum rule rule_choose(
	const struct log *old, const struct log *new, const struct compared_rows *compared)
{
	if (!has_launches(compared))
		return RULE_RANGE;
	return log_same_session(old, new) ? RULE_PAIRED : RULE_UNPAIRED;
}

void rule_fill_options(struct compare_options *options, enum rule rule)
{
	if (isnan(options->threshold))
		options->threshold = rule == RULE_PAIRED ? 0.01 : 0.05;
	if (isnan(options->equivalence))
		options->equivalence = 0.02;
	if (isnan(options->fdr))
		options->fdr = 0.05;
	/* The paired rule looks at both unless one was asked for. */
	if (options->estimator == ESTIMATOR_RULE && rule != RULE_PAIRED)
		options->estimator = ESTIMATOR_MIN;
}
