/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_RULES_H
#define COMPARE_VERDICT_RULES_H

#include <stddef.h>

#include "compare/verdict/compared.h"

/* The rows with usable launches on both sides. */
struct compared_rows {
	struct row **rows;
	size_t count;
};

/* One decision rule: one of these at the end of a file, and a line in the table of rules.c. */
struct rule_method {
	const char *name;    /* --rule */
	const char *meaning; /* behind the name in reports */
	double threshold;    /* smallest change that matters, unless another one is given */
	bool tests;          /* has p values, intervals and a false discovery rate */
	/* Sets ratio, verdict and estimates of each row; a rule that tests also the interval,
	 * p, q and the smallest detectable change. Returns -1 with *e where the logs cannot be
	 * compared by this rule. */
	int (*apply)(struct comparison *comparison, const struct compared_rows *compared,
		struct err *e);
};

extern const struct rule_method method_paired, method_unpaired, method_swift, method_judge,
	method_bootstrap;

/* NULL for RULE_AUTO. */
const struct rule_method *rule_method(enum rule rule);
const char *rule_name(enum rule rule);
/* Returns RULE_COUNT for an unknown word. */
enum rule rule_parse(const char *word);
/* The rule that `auto` stands for. */
enum rule rule_choose(const struct log *old, const struct log *new);
/* Fills the defaults of the rule: threshold, equivalence, fdr, estimator. */
void rule_fill_options(struct compare_options *options, enum rule rule);

#endif
