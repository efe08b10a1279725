/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/judge_options.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/verdict/rules.h"
#include "driver/base/units.h"
#include "driver/config/read.h"

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

/* A name or a filter that selects nothing is an error. */
static int check_selection(void *selection, struct err *e)
{
	return selection_check(selection, NULL, e);
}

static int split_pairs(
	struct judge_context *context, const struct string_list *texts, struct err *e)
{
	context->pairs = memory_zeroed(texts->count, sizeof(*context->pairs));
	context->pair_texts = memory_zeroed(texts->count + 1, sizeof(char *));
	for (size_t i = 0; i < texts->count; i++) {
		char *text = context->pair_texts[i] = memory_text(texts->items[i]);
		char *equals = strchr(text, '=');

		if (!equals || equals == text || !equals[1])
			return bd_err(e,
				"--map-suite %s: give it as OLD=NEW, as in "
				"classic_O0=classic_O2",
				texts->items[i]);
		*equals = '\0';
		context->pairs[i] = (struct suite_pair){ text, equals + 1 };
	}
	return 0;
}

static void override(double *value, double option)
{
	if (!isnan(option))
		*value = option;
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

static int fill_thresholds(struct judge_context *context, const struct judge_options *options,
	struct compare_options *to, struct err *e)
{
	struct err why;

	compare_configure(to, &context->config);
	override(&to->equivalence, options->equivalence);
	override(&to->fdr, options->fdr);
	for (size_t i = 0; i < options->thresholds.count; i++)
		if (take_threshold(context, options->thresholds.items[i], to, &why))
			return bd_err(e, "--threshold: %s", why.text);
	to->metric_thresholds = context->config.metric_thresholds;
	return 0;
}

int judge_context_fill(struct judge_context *context, const struct judge_options *options,
	struct compare_job *job, struct err *e)
{
	if (split_pairs(context, &options->map_suites, e))
		return -1;
	job->more_old = &options->more_old;
	job->more_new = &options->more_new;
	if (fill_thresholds(context, options, &job->options, e))
		return -1;
	job->options.rule = options->rule ? rule_parse(options->rule) : RULE_AUTO;
	if (options->estimator)
		job->options.estimator = (enum estimator)(
			ESTIMATOR_MIN + choice_index(JUDGE_ESTIMATORS, options->estimator));
	job->options.no_moderation = options->no_moderation;
	job->options.strict = options->strict;
	job->options.judge_same_code = options->judge_same_code;
	job->options.join.pairs = context->pairs;
	job->options.join.pair_count = options->map_suites.count;
	if (judge_context_selects(context)) {
		job->options.join.wanted = selection_wants;
		job->options.join.ctx = context->selection;
		job->check = check_selection;
		job->check_ctx = context->selection;
	}
	return 0;
}

void judge_context_release(struct judge_context *context)
{
	for (size_t i = 0; context->pair_texts && context->pair_texts[i]; i++)
		free(context->pair_texts[i]);
	free(context->pair_texts);
	free(context->pairs);
	selection_free(context->selection);
	config_release(&context->config);
}
