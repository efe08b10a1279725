/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_JUDGE_OPTIONS_H
#define DRIVER_LOGS_JUDGE_OPTIONS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "compare/verdict/join.h"
#include "driver/cli/selection.h"
#include "driver/config/config.h"
#include "driver/logs/compare.h"

/* The options that say how two logs are judged: of `bdriver compare` and `bdriver report`. */
struct judge_options {
	struct string_list thresholds;
	double equivalence, fdr;
	const char *rule, *estimator;
	bool no_moderation, strict, judge_same_code;
	struct string_list map_suites, more_old, more_new;
};

#define JUDGE_ESTIMATORS       "min|median|quartile"
#define JUDGE_MEMBER(of, name) (offsetof(of, judge) + offsetof(struct judge_options, name))

/* Entries of a table of struct option_def; `of` has a member `struct judge_options judge`. */
#define JUDGE_OPTIONS(of)                                                                      \
	{ "threshold", 0, OPTION_TEXTS, JUDGE_MEMBER(of, thresholds), 0, "[METRIC=]PERCENT",   \
		"smallest change that matters (default: 1% for paired logs, otherwise 5%, "    \
		"or 3% with 30 benchmarks whose code is the same); METRIC is memory or "       \
		"counter.NAME, as in memory=10%; repeatable" },                                \
		{ "equivalence", 0, OPTION_PERCENT, JUDGE_MEMBER(of, equivalence), 0,          \
			"PERCENT",                                                             \
			"call a benchmark unchanged if its confidence interval is within "     \
			"this change (default: 2%)" },                                         \
		{ "fdr", 0, OPTION_SHARE, JUDGE_MEMBER(of, fdr), 0, "PERCENT",                 \
			"false discovery rate over the whole suite (default: 5%)" },           \
		{ "rule", 0, OPTION_CHOICE, JUDGE_MEMBER(of, rule), 0,                         \
			"auto|paired|unpaired|bootstrap|swift|judge",                          \
			"decision rule (default: auto: paired if both logs are from one "      \
			"session, else unpaired)" },                                           \
		{ "estimator", 0, OPTION_CHOICE, JUDGE_MEMBER(of, estimator), 0,               \
			JUDGE_ESTIMATORS,                                                      \
			"value of a launch to compare; quartile is the lower one (default: "   \
			"min; with rule paired, the ratios of turns, unless these are over "   \
			"three times as noisy)" },                                             \
		{ "no-moderation", 0, OPTION_FLAG, JUDGE_MEMBER(of, no_moderation), 0, NULL,   \
			"use each benchmark's own variance only, without that of the suite" }, \
		{ "strict", 0, OPTION_FLAG, JUDGE_MEMBER(of, strict), 0, NULL,                 \
			"with rule paired: test against half the threshold instead of "        \
			"against no change" },                                                 \
		{ "judge-same-code", 0, OPTION_FLAG, JUDGE_MEMBER(of, judge_same_code), 0,     \
			NULL,                                                                  \
			"judge benchmarks whose machine code is the same in both logs like "   \
			"others: to compare machines, kernels or linkers" },                   \
		{ "map-suite", 0, OPTION_TEXTS, JUDGE_MEMBER(of, map_suites), 0, "OLD=NEW",    \
			"compare suite OLD of the old log with suite NEW of the new log; "     \
			"repeatable" },                                                        \
		{ "old", 0, OPTION_TEXTS, JUDGE_MEMBER(of, more_old), 0, "LOG",                \
			"another log of the old side: its launches join those of OLD; "        \
			"repeatable" },                                                        \
	{                                                                                      \
		"new", 0, OPTION_TEXTS, JUDGE_MEMBER(of, more_new), 0, "LOG",                  \
			"another log of the new side: its launches join those of NEW; "        \
			"repeatable"                                                           \
	}

/* What a job points to while it runs. Zeroed before, and released after any result. */
struct judge_context {
	struct config config;
	const struct shared_options *shared; /* not owned */
	struct selection *selection;
	struct suite_pair *pairs;
	char **pair_texts; /* "OLD\0NEW" */
};

/* Reads the configuration and the selection. Returns 0, or -1 with *e set. */
int judge_context_init(
	struct judge_context *context, const struct shared_options *shared, struct err *e);
/* Fills the job from [compare] of the configuration, then from the options, which win. Returns
 * 0, or -1 with *e set. */
int judge_context_fill(struct judge_context *context, const struct judge_options *options,
	struct compare_job *job, struct err *e);
/* Are benchmarks selected at all? */
bool judge_context_selects(const struct judge_context *context);
void judge_context_release(struct judge_context *context);

#endif
