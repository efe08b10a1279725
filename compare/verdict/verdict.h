/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_VERDICT_H
#define COMPARE_VERDICT_VERDICT_H

/* The verdict on one benchmark. The order is that of the table. */
enum verdict {
	VERDICT_REGRESSED,
	VERDICT_IMPROVED,
	VERDICT_INCONCLUSIVE,
	VERDICT_ADDED,
	VERDICT_REMOVED,
	VERDICT_FAILED,       /* on either side or both: not one launch that counts */
	VERDICT_NOT_MEASURED, /* one side has no launch of it, as its run ended before */
	VERDICT_UNCHANGED,
	VERDICT_SAME_CODE,    /* the code is the same, so it has not changed */
	VERDICT_NOT_EXECUTED, /* nor has it, as it does not execute what differs */
	VERDICT_COUNT
};

/* How old and new are compared: --rule. */
enum rule {
	RULE_AUTO, /* paired or unpaired, chosen by the logs */
	RULE_PAIRED,
	RULE_UNPAIRED,
	RULE_BOOTSTRAP,
	RULE_SWIFT,
	RULE_JUDGE,
	RULE_COUNT
};

/* The words of the contract. */
const char *verdict_name(enum verdict verdict);

#endif
