/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_HISTORY_RULES_H
#define TESTS_EVAL_SIMULATE_HISTORY_RULES_H

#include "tests/eval/simulate_history/tally.h"

/* A rule that judges a history after each night, from night QUIET on. It has one of the two. */
struct rule {
	const char *name;
	/* All lines, which end with night t. */
	void (*judge)(struct tally *tally, double threshold, int t);
	/* One line after the other, and the nights of each in order. All nights are there
	 * already: the rule looks at none after t. */
	void (*judge_track)(struct tally *tally, size_t line, double threshold, int t);
};

extern const struct rule rule_segments, rule_oracle, rule_binary, rule_pelt, rule_cusum,
	rule_window, rule_t_test, rule_quartiles, rule_fixed, rule_otava, rule_asv, rule_lnt,
	rule_lnt_10;

#endif
