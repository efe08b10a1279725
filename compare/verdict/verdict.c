/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/verdict.h"

#include <assert.h>

static const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_REGRESSED] = "regressed",
	[VERDICT_IMPROVED] = "improved",
	[VERDICT_INCONCLUSIVE] = "inconclusive",
	[VERDICT_ADDED] = "added",
	[VERDICT_REMOVED] = "removed",
	[VERDICT_FAILED] = "failed",
	[VERDICT_NOT_MEASURED] = "not measured",
	[VERDICT_UNCHANGED] = "unchanged",
	[VERDICT_SAME_CODE] = "same code",
	[VERDICT_NOT_EXECUTED] = "not executed",
};

const char *verdict_name(enum verdict verdict)
{
	assert(verdict < VERDICT_COUNT);
	return verdict_names[verdict];
}
