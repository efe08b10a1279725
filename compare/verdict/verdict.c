/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/verdict.h"

#include <assert.h>
#include <string.h>

static const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_REGRESSED] = "regressed",
	[VERDICT_IMPROVED] = "improved",
	[VERDICT_INCONCLUSIVE] = "inconclusive",
	[VERDICT_ADDED] = "added",
	[VERDICT_REMOVED] = "removed",
	[VERDICT_FAILED] = "failed",
	[VERDICT_UNCHANGED] = "unchanged",
};

static const char *const rule_names[RULE_COUNT] = {
	[RULE_AUTO] = "auto",
	[RULE_PAIRED] = "paired",
	[RULE_UNPAIRED] = "unpaired",
	[RULE_RANGE] = "range",
	[RULE_SWIFT] = "swift",
	[RULE_JUDGE] = "judge",
};

const char *verdict_name(enum verdict verdict)
{
	assert(verdict < VERDICT_COUNT);
	return verdict_names[verdict];
}

const char *rule_name(enum rule rule)
{
	assert(rule < RULE_COUNT);
	return rule_names[rule];
}

enum rule rule_parse(const char *word)
{
	enum rule rule = RULE_AUTO;

	while (rule < RULE_COUNT && strcmp(word, rule_names[rule]) != 0)
		rule++;
	return rule;
}
