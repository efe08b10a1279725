/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/judge_options.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/verdict/rules.h"
#include "driver/base/units.h"
#include "driver/config/read.h"

#define ESTIMATORS   "min|median|quartile"
#define MEMBER(name) offsetof(struct judge_args, name)

const struct option_def judge_options[] = {
	{ "threshold", 0, OPTION_TEXTS, MEMBER(thresholds), 0, "[METRIC=]PERCENT",
		"smallest change that matters (default: 1% for paired logs, otherwise 5%, or "
		"3% with 30 benchmarks whose code is the same); METRIC is memory or "
		"counter.NAME, as in memory=10%; repeatable" },
	{ "equivalence", 0, OPTION_PERCENT, MEMBER(job.options.equivalence), 0, "PERCENT",
		"call a benchmark unchanged if its confidence interval is within this change "
		"(default: 2%)" },
	{ "fdr", 0, OPTION_SHARE, MEMBER(job.options.fdr), 0, "PERCENT",
		"false discovery rate over the whole suite (default: 5%)" },
	{ "rule", 0, OPTION_CHOICE, MEMBER(rule), 0,
		"auto|paired|unpaired|bootstrap|swift|judge",
		"decision rule (default: auto: paired if both logs are from one session, else "
		"unpaired)" },
	{ "estimator", 0, OPTION_CHOICE, MEMBER(estimator), 0, ESTIMATORS,
		"value of a launch to compare; quartile is the lower one (default: min; with "
		"rule paired, the ratios of turns, unless these are over three times as "
		"noisy)" },
	{ "no-moderation", 0, OPTION_FLAG, MEMBER(job.options.no_moderation), 0, NULL,
		"use each benchmark's own variance only, without that of the suite" },
	{ "strict", 0, OPTION_FLAG, MEMBER(job.options.strict), 0, NULL,
		"with rule paired: test against half the threshold instead of against no "
		"change" },
	{ "judge-same-code", 0, OPTION_FLAG, MEMBER(job.options.judge_same_code), 0, NULL,
		"judge benchmarks whose machine code is the same in both logs like others: to "
		"compare machines, kernels or linkers" },
	{ "map-suite", 0, OPTION_TEXTS, MEMBER(map_suites), 0, "OLD=NEW",
		"compare suite OLD of the old log with suite NEW of the new log; repeatable" },
	{ "old", 0, OPTION_TEXTS, MEMBER(job.more_old), 0, "LOG",
		"another log of the old side: its launches join those of OLD; repeatable" },
	{ "new", 0, OPTION_TEXTS, MEMBER(job.more_new), 0, "LOG",
		"another log of the new side: its launches join those of NEW; repeatable" },
	{ 0 },
};

int judge_context_init(
	struct judge_context *context, const struct shared_options *shared, struct err *e)
{
	context->shared = shared;
	if (config_read(&context->config, shared, e))
		return -1;
	context->selection = selection_of_log(shared, e);
	return context->selection ? 0 : -1;
}

bool judge_context_selects(const struct judge_context *context)
{
	return context->shared->suites.count || context->shared->filters.count;
}

/* "5%" is of time, for all benchmarks; "memory=5%" is of that metric. */
static int take_threshold(struct judge_context *context, const char *text,
	struct compare_options *to, struct err *e)
{
	const char *equals = strchr(text, '=');
	AUTO_FREE char *metric = NULL;

	if (!equals) {
		to->thresholds.count = 0;
		return percent_parse(text, &to->threshold, e);
	}
	metric = memory_format("%.*s", (int)(equals - text), text);
	return metric_is_counted(metric)
		       ? config_add_threshold(&context->config, metric, equals + 1, e)
		       : bd_err(e, "'%s' is no metric; give memory, size or counter.NAME",
				 metric);
}

static int fill_thresholds(struct judge_context *context, const struct string_list *thresholds,
	struct compare_options *to, struct err *e)
{
	struct err why;

	compare_configure(to, &context->config);
	for (size_t i = 0; i < thresholds->count; i++)
		if (take_threshold(context, thresholds->items[i], to, &why))
			return bd_err(e, "--threshold: %s", why.text);
	to->metric_thresholds = context->config.metric_thresholds;
	return 0;
}

int judge_context_fill(struct judge_context *context, struct judge_args *args, struct err *e)
{
	struct compare_job *job = &args->job;

	if (fill_thresholds(context, &args->thresholds, &job->options, e))
		return -1;
	job->options.rule = args->rule ? rule_parse(args->rule) : RULE_AUTO;
	if (args->estimator)
		job->options.estimator = (enum estimator)(
			ESTIMATOR_MIN + choice_index(ESTIMATORS, args->estimator));
	job->options.join.maps = &args->map_suites;
	if (judge_context_selects(context)) {
		job->options.join.wanted = selection_wants;
		job->options.join.ctx = job->selection = context->selection;
	}
	return 0;
}

void judge_context_release(struct judge_context *context)
{
	selection_free(context->selection);
	config_release(&context->config);
}
