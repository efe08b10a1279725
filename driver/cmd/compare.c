/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/cli/command.h"
#include "driver/logs/compare.h"
#include "driver/logs/judge_options.h"
#include "driver/parts/merge.h"
#include "driver/parts/part.h"

struct compare_args {
	struct judge_args judge;
	struct string_list fail_on;
	const char *require_resolution, *by;
};

/* In the order of enum fail_on. */
#define FAIL_ON      "regression|missing|shift|change|never"

#define MEMBER(name) offsetof(struct compare_args, name)

static const struct option_def options[] = {
	{ "fail-on", 0, OPTION_LIST, MEMBER(fail_on), 0, FAIL_ON "|METRIC,...",
		"what gives exit code 1 (default: regression, which includes benchmarks that "
		"were fine in OLD and fail or are missing in NEW; missing: only those; shift: "
		"also a shift of the whole suite that two plain runs cannot explain; change: "
		"any change; METRIC: memory, size or counter.NAME got worse, as in "
		"regression,memory)" },
	{ "require-resolution", 0, OPTION_TEXT, MEMBER(require_resolution), 0, "CHANGE:SHARE",
		"exit code 5 unless a change of that size can be detected in that share of the "
		"benchmarks, for example 10%:80%" },
	{ "require-bound", 0, OPTION_PERCENT, MEMBER(judge.job.required_bound), 0, "PERCENT",
		"exit code 5 unless, with 95 % confidence, no benchmark is slower by more" },
	{ "by", 0, OPTION_CHOICE, MEMBER(by), 0, "suite|tag",
		"also print the geometric mean of each suite, or of each tag" },
	{ "spreadsheet", 0, OPTION_FLAG, MEMBER(judge.job.report.spreadsheet), 0, NULL,
		"with --format csv: put an apostrophe before names that a spreadsheet would "
		"take for formulas (those that begin with = + - or @)" },
	{ "output", 'o', OPTION_TEXT, MEMBER(judge.job.output), 0, "FILE",
		"write to FILE instead of standard output" },
	{ "force", 0, OPTION_FLAG, MEMBER(judge.job.force), 0, NULL,
		"with -o: replace an existing FILE" },
	{ 0 },
};

static int parse_resolution(struct compare_job *job, const char *text, struct err *e)
{
	AUTO_FREE char *change = memory_text(text);
	char *share = strchr(change, ':');
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
	return rc;
}

/* At most one of the choices, and metrics; metrics alone: nothing of time fails. */
static int parse_fail_on(
	struct compare_job *job, const struct string_list *words, struct err *e)
{
	if (!words->count)
		return 0;
	job->report.fail_on = FAIL_ON_NEVER;
	job->options.fail_on_metrics = words;
	for (size_t i = 0; i < words->count; i++) {
		int choice = choice_index(FAIL_ON, words->items[i]);

		if (choice >= 0)
			job->report.fail_on = (enum fail_on)choice;
		else if (!metric_is_counted(words->items[i]))
			return bd_err(e,
				"--fail-on: '%s' is neither " FAIL_ON
				" nor a metric (memory, size, counter.NAME)",
				words->items[i]);
	}
	return 0;
}

static void fill_report(struct compare_job *job, const struct compare_args *args)
{
	const struct shared_options *shared = &args->judge.shared;

	job->report.verbose = shared->verbose;
	job->report.quiet = shared->quiet;
	job->report.width = job->output ? 120 : (size_t)terminal_width(stdout, 120);
	job->report.color = job->output ? shared->color && strcmp(shared->color, "always") == 0
					: terminal_color(shared->color, stdout);
	job->format = shared->format;
	job->options.by = !args->by ? BY_NOTHING : strcmp(args->by, "tag") ? BY_SUITE : BY_TAG;
}

static int compare_files(struct compare_args *args, char *const *paths)
{
	struct compare_job *job = &args->judge.job;
	AUTO(judge_context_release) struct judge_context context = { 0 };
	struct err e;

	job->old_path = paths[0];
	job->new_path = paths[1];
	if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0)
		return message_error(
			EXIT_USAGE, "only one of the logs can come from standard input");
	fill_report(job, args);
	if (judge_context_init(&context, &args->judge.shared, &e) ||
		judge_context_fill(&context, &args->judge, &e) ||
		parse_fail_on(job, &args->fail_on, &e) ||
		(args->require_resolution &&
			parse_resolution(job, args->require_resolution, &e)))
		return message_error(EXIT_USAGE, "%s", e.text);
	return compare_logs(job);
}

/* One argument is the folder of a paired run; those of parts are read as the run that they are
 * of. */
static int compare_run(void *given, char **words, int count)
{
	AUTO(merged_release) struct merged merged = { 0 };
	AUTO(compare_paths_free) char *paths[2] = { NULL, NULL };
	int code, incomplete = EXIT_FINE;

	if (part_is_one(words[0])) {
		incomplete = merged_make(&merged, words, count);
		if (incomplete && incomplete != EXIT_UNMEASURED)
			return incomplete;
		words = &merged.folder;
		count = 1;
	} else if (count > 2) {
		return message_error(EXIT_USAGE,
			"give two logs, the folder of a run with two builds, or the folders of "
			"all parts of one (bdriver run --shard)");
	}
	code = compare_paths(words, count, paths);
	if (!code)
		code = compare_files(given, paths);
	return code ? code : incomplete;
}

const struct command command_compare = {
	.summary = "compare two logs: improvements and regressions",
	.arguments = "OLD NEW | FOLDER | PART...",
	.details =
		"Reads logs of bdriver and all that bdriver convert reads. FOLDER is that of a "
		"paired run: its old.log and new.log; PARTs are the folders of all its parts "
		"(bdriver run --shard). Exit code 1: at least one benchmark "
		"regressed, or was fine in OLD and fails or is missing in NEW. Else 3: the "
		"time "
		"of a benchmark with identical code changed by more than 25 % in all rounds. "
		"Else "
		"5: nothing was compared, or by one launch a side, much of the suite moved and "
		"nothing can show whether the machine or the program did, or the resolution is "
		"not that of "
		"--require-resolution, or the bound not that of --require-bound.",
	.min_arguments = 1,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "compare",
			.shared = SHARED_CONFIG | SHARED_LOG,
			.formats = REPORT_FORMATS,
			.own = judge_options,
			.also = options,
			.size = sizeof(struct compare_args),
		},
	.run = compare_run,
};
