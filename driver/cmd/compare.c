/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/verdict/rules.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/cli/log_selection.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/logs/compare.h"

struct compare_args {
	struct shared_options shared;
	double threshold, equivalence, fdr;
	const char *rule, *estimator, *fail_on, *require_resolution, *sort, *output;
	bool no_moderation, strict, judge_same_code, changes_only, force, spreadsheet;
	struct string_list map_suites, more_old, more_new;
};

/* In the order of enum fail_on and enum estimator. */
#define FAIL_ON      "regression|missing|change|never"
#define ESTIMATORS   "min|median|quartile"

#define MEMBER(name) offsetof(struct compare_args, name)

static const struct option_def options[] = {
	{ "threshold", 0, OPTION_PERCENT, "PERCENT",
		"smallest change that matters (default: 1% for paired logs, otherwise 5%)",
		MEMBER(threshold), 0 },
	{ "equivalence", 0, OPTION_PERCENT, "PERCENT",
		"call a benchmark unchanged if its confidence interval is within this change "
		"(default: 2%)",
		MEMBER(equivalence), 0 },
	{ "fdr", 0, OPTION_SHARE, "PERCENT",
		"false discovery rate over the whole suite (default: 5%)", MEMBER(fdr), 0 },
	{ "rule", 0, OPTION_CHOICE, "auto|paired|unpaired|range|bootstrap|swift|judge",
		"decision rule (default: auto: paired if both logs are from one session, else "
		"unpaired, else range)",
		MEMBER(rule), 0 },
	{ "estimator", 0, OPTION_CHOICE, ESTIMATORS,
		"value of a launch to compare; quartile is the lower one (default: min; with "
		"rule paired, the less noisy of quartile and min)",
		MEMBER(estimator), 0 },
	{ "no-moderation", 0, OPTION_FLAG, NULL,
		"use each benchmark's own variance only, without that of the suite",
		MEMBER(no_moderation), 0 },
	{ "strict", 0, OPTION_FLAG, NULL,
		"with rule paired: test against half the threshold instead of against no "
		"change",
		MEMBER(strict), 0 },
	{ "judge-same-code", 0, OPTION_FLAG, NULL,
		"judge benchmarks whose machine code is the same in both logs like others: to "
		"compare machines, kernels or linkers",
		MEMBER(judge_same_code), 0 },
	{ "map-suite", 0, OPTION_TEXTS, "OLD=NEW",
		"compare suite OLD of the old log with suite NEW of the new log; repeatable",
		MEMBER(map_suites), 0 },
	{ "fail-on", 0, OPTION_CHOICE, FAIL_ON,
		"what gives exit code 1 (default: regression, which includes benchmarks that "
		"were fine in OLD and fail or are missing in NEW; missing: only those; change: "
		"any change)",
		MEMBER(fail_on), 0 },
	{ "require-resolution", 0, OPTION_TEXT, "CHANGE:SHARE",
		"exit code 5 unless a change of that size can be detected in that share of the "
		"benchmarks, for example 10%:80%",
		MEMBER(require_resolution), 0 },
	{ "old", 0, OPTION_TEXTS, "LOG",
		"another log of the old side: its launches join those of OLD; repeatable",
		MEMBER(more_old), 0 },
	{ "new", 0, OPTION_TEXTS, "LOG",
		"another log of the new side: its launches join those of NEW; repeatable",
		MEMBER(more_new), 0 },
	{ "changes-only", 0, OPTION_FLAG, NULL,
		"leave out inconclusive and unchanged rows, and those with the same code",
		MEMBER(changes_only), 0 },
	{ "sort", 0, OPTION_CHOICE, "verdict|change|name",
		"order of the rows (default: verdict)", MEMBER(sort), 0 },
	{ "spreadsheet", 0, OPTION_FLAG, NULL,
		"with --format csv: put an apostrophe before names that a spreadsheet would "
		"take for formulas (those that begin with = + - or @)",
		MEMBER(spreadsheet), 0 },
	{ "output", 'o', OPTION_TEXT, "FILE", "write to FILE instead of standard output",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "with -o: replace an existing FILE", MEMBER(force),
		0 },
	{ 0 },
};

/* What the options point to while the comparison runs. */
struct context {
	struct config config;
	struct suite_pair *pairs;
	char **pair_texts; /* "OLD\0NEW" */
	struct log_selection selection;
};

/* A name or a filter that selects nothing is an error. */
static int check_selection(void *ctx, struct err *e)
{
	const struct context *context = ctx;

	return log_selection_check(&context->selection, e);
}

static int split_pairs(struct context *context, const struct string_list *texts, struct err *e)
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

static int parse_resolution(struct compare_job *job, const char *text, struct err *e)
{
	char *change = memory_text(text), *share = strchr(change, ':');
	struct err why;
	int rc = 0;

	if (share)
		*share++ = '\0';
	if (!share || percent_parse(change, &job->required_change, &why) ||
		share_parse(share, &job->required_share, &why) || !(job->required_change > 0) ||
		!(job->required_share > 0))
		rc = bd_err(e,
			"--require-resolution %s: give it as CHANGE:SHARE, as in 10%%:80%%",
			text);
	free(change);
	return rc;
}

static void override(double *value, double option)
{
	if (!isnan(option))
		*value = option;
}

/* A threshold on the command line is for all; those of the configuration are kept otherwise. */
static void fill_thresholds(
	struct context *context, const struct compare_args *args, struct compare_options *to)
{
	compare_configure(to, &context->config);
	override(&to->threshold, args->threshold);
	override(&to->equivalence, args->equivalence);
	override(&to->fdr, args->fdr);
	if (!isnan(args->threshold))
		to->threshold_count = 0;
}

static void fill_report(struct compare_job *job, const struct compare_args *args)
{
	const struct shared_options *shared = &args->shared;

	if (args->fail_on)
		job->report.fail_on = (enum fail_on)choice_index(FAIL_ON, args->fail_on);
	job->report.verbose = shared->verbose;
	job->report.quiet = shared->quiet;
	job->report.changes_only = args->changes_only;
	job->report.spreadsheet = args->spreadsheet;
	job->report.width = args->output ? 120 : (size_t)terminal_width(stdout, 120);
	job->report.color = args->output ? shared->color && strcmp(shared->color, "always") == 0
					 : terminal_color(shared->color, stdout);
	job->sort = args->sort ? sort_parse(args->sort) : SORT_VERDICT;
	job->format = shared->format;
	job->output = args->output;
	job->force = args->force;
}

static int fill_compare_job(struct compare_job *job, struct context *context,
	const struct compare_args *args, struct err *e)
{
	const struct shared_options *shared = &args->shared;

	if (log_selection_init(&context->selection, shared, e) ||
		split_pairs(context, &args->map_suites, e) ||
		(args->require_resolution &&
			parse_resolution(job, args->require_resolution, e)))
		return -1;
	job->more_old = &args->more_old;
	job->more_new = &args->more_new;
	fill_thresholds(context, args, &job->options);
	job->options.rule = args->rule ? rule_parse(args->rule) : RULE_AUTO;
	if (args->estimator)
		job->options.estimator = (enum estimator)(
			ESTIMATOR_MIN + choice_index(ESTIMATORS, args->estimator));
	job->options.no_moderation = args->no_moderation;
	job->options.strict = args->strict;
	job->options.judge_same_code = args->judge_same_code;
	job->options.join.pairs = context->pairs;
	job->options.join.pair_count = args->map_suites.count;
	if (shared->suites.count || shared->filters.count) {
		job->options.join.wanted = log_selection_wants;
		job->options.join.ctx = &context->selection;
		job->check = check_selection;
		job->ctx = context;
	}
	fill_report(job, args);
	return 0;
}

static void context_release(struct context *context)
{
	for (size_t i = 0; context->pair_texts && context->pair_texts[i]; i++)
		free(context->pair_texts[i]);
	free(context->pair_texts);
	free(context->pairs);
	log_selection_release(&context->selection);
	config_release(&context->config);
}

static int compare_files(const struct compare_args *args, const char *const *words)
{
	struct compare_job job = compare_job_default(words[0], words[1]);
	struct context context = { 0 };
	struct err e;
	int code;

	if (strcmp(words[0], "-") == 0 && strcmp(words[1], "-") == 0)
		return message_error(
			EXIT_USAGE, "only one of the logs can come from standard input");
	if (config_read(&context.config, args->shared.config, &e) != 0 ||
		fill_compare_job(&job, &context, args, &e) != 0)
		code = message_error(EXIT_USAGE, "%s", e.text);
	else
		code = compare_logs(&job);
	context_release(&context);
	return code;
}

/* One argument is the folder of a paired run. */
static int compare_run(void *options_given, char **words, int count)
{
	char *paths[2] = { NULL, NULL };
	int code = compare_paths(words, count, paths);

	if (!code)
		code = compare_files(options_given, (const char *const *)paths);
	free(paths[0]);
	free(paths[1]);
	return code;
}

const struct command command_compare = {
	.summary = "compare two logs: improvements and regressions",
	.arguments = "OLD NEW | FOLDER",
	.details =
		"Reads logs of bdriver and all that bdriver convert reads. FOLDER is that of a "
		"paired run: its old.log and new.log. Exit code 1: at "
		"least one benchmark regressed, or was fine in OLD and fails or is missing in "
		"NEW. Exit code 5: none did, but the resolution is not that of "
		"--require-resolution.",
	.min_arguments = 1,
	.max_arguments = 2,
	.options =
		&(const struct option_set){
			.name = "compare",
			.shared = SHARED_CONFIG | SHARED_LOG,
			.formats = REPORT_FORMATS,
			.own = options,
			.size = sizeof(struct compare_args),
		},
	.run = compare_run,
};
