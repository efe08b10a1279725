/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_JUDGE_OPTIONS_H
#define DRIVER_LOGS_JUDGE_OPTIONS_H

#include "compare/verdict/join.h"
#include "driver/cli/selection.h"
#include "driver/config/config.h"
#include "driver/logs/compare.h"

/* Of `bdriver compare` and `bdriver report`, whose struct begins with it: what options say of
 * how two logs are judged. */
struct judge_args {
	struct shared_options shared;
	struct compare_job job;
	struct string_list thresholds, map_suites;
	const char *rule, *estimator;
};

extern const struct option_def judge_options[];

/* What a job points to while it runs. Zeroed before, and released after any result. */
struct judge_context {
	struct config config;
	const struct shared_options *shared; /* not owned */
	struct selection *selection;
};

/* Reads the configuration and the selection. Returns 0, or -1 with *e set. */
int judge_context_init(
	struct judge_context *context, const struct shared_options *shared, struct err *e);
/* Fills the job with what its options are not, from the others and from [compare] of the
 * configuration, over which they win. Returns 0, or -1 with *e set. */
int judge_context_fill(struct judge_context *context, struct judge_args *args, struct err *e);
/* Are benchmarks selected at all? */
bool judge_context_selects(const struct judge_context *context);
void judge_context_release(struct judge_context *context);

#endif
