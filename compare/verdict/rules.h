/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_RULES_H
#define COMPARE_VERDICT_RULES_H

#include <stddef.h>

#include "compare/verdict/comparison.h"

/*
 * How the rules are applied to the rows of a comparison. `rows` are those with usable launches
 * on both sides; each apply function fills their ratio, interval, p, q, smallest detectable
 * change, verdict and the estimates that the ratio is of.
 */
struct compared_rows {
	struct row **rows;
	size_t count;
};

/* The rule that `auto` stands for. */
enum rule rule_choose(
	const struct log *old, const struct log *new, const struct compared_rows *compared);
/* Fills what the options leave to the rule: threshold, equivalence, fdr, estimator. */
void rule_fill_options(struct compare_options *options, enum rule rule);

/* Fails when no benchmark has rounds on both sides. */
int rule_apply_paired(
	struct comparison *comparison, const struct compared_rows *compared, struct err *e);
void rule_apply_unpaired(struct comparison *comparison, const struct compared_rows *compared);
/* range, swift and judge: no test, one benchmark at a time. */
void rule_apply_simple(struct comparison *comparison, const struct compared_rows *compared);

#endif
