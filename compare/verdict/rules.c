/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/rules.h"

#include <math.h>
#include <string.h>

static const struct rule_method *const methods[RULE_COUNT] = {
	[RULE_PAIRED] = &method_paired,
	[RULE_UNPAIRED] = &method_unpaired,
	[RULE_BOOTSTRAP] = &method_bootstrap,
	[RULE_SWIFT] = &method_swift,
	[RULE_JUDGE] = &method_judge,
};

const struct rule_method *rule_method(enum rule rule)
{
	return methods[rule];
}

const char *rule_name(enum rule rule)
{
	return methods[rule] ? methods[rule]->name : "auto";
}

enum rule rule_parse(const char *word)
{
	enum rule rule = RULE_AUTO;

	while (rule < RULE_COUNT && strcmp(word, rule_name(rule)) != 0)
		rule++;
	return rule;
}

/* One round, or one launch, says nothing by any rule: another run is cheap. */
enum rule rule_choose(const struct log *old, const struct log *new)
{
	return log_same_session(old, new) ? RULE_PAIRED : RULE_UNPAIRED;
}

void rule_fill_options(struct compare_options *options, enum rule rule)
{
	if (isnan(options->threshold))
		options->threshold = methods[rule]->threshold;
	if (isnan(options->equivalence))
		options->equivalence = 0.02;
	if (isnan(options->fdr))
		options->fdr = 0.05;
	/* The paired rule uses both values of a launch unless one was asked for. */
	if (options->estimator == ESTIMATOR_RULE && rule != RULE_PAIRED)
		options->estimator = ESTIMATOR_MIN;
}
