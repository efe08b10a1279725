/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/page/pages.h"
#include "driver/base/atomic_file.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/cli/command.h"
#include "driver/logs/explained.h"
#include "driver/logs/judge_options.h"

#define DEFAULT_OUTPUT "report.html"

#define MEMBER(name)   offsetof(struct judge_args, name)

static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(job.output), 0, "FILE",
		"page to write (default: " DEFAULT_OUTPUT ")" },
	{ "force", 0, OPTION_FLAG, MEMBER(job.force), 0, NULL, "replace an existing page" },
	{ 0 },
};

static const struct option_set option_set = {
	.name = "report",
	.shared = SHARED_CONFIG | SHARED_LOG,
	.own = options,
	.also = judge_options,
	.size = sizeof(struct judge_args),
};

static int write_comparison(const struct comparison *comparison, const struct compare_job *job)
{
	const char *const inputs[] = { job->old_path, job->new_path, NULL };
	struct output_file file;
	int code = output_file_begin(&file, job->output, inputs, job->force);
	AUTO_FREE char *path = code ? NULL : explained_path(job->old_path, job->new_path);
	json_auto_t *explanations = path ? explained_read(path) : NULL;

	if (code)
		return code;
	comparison_page_write(comparison, explanations, file.out);
	return output_file_end(&file);
}

static int report_two(
	struct judge_args *args, struct judge_context *context, char **words, int count)
{
	AUTO(compare_paths_free) char *paths[2] = { NULL, NULL };
	struct compare_job *job = &args->job;
	struct err e;
	int code = compare_paths(words, count, paths);

	if (code)
		return code;
	job->old_path = paths[0];
	job->new_path = paths[1];
	job->keep = LOG_KEEP_SAMPLES;
	job->write = write_comparison;
	job->report.fail_on = FAIL_ON_NEVER;
	return judge_context_fill(context, args, &e) ? message_error(EXIT_USAGE, "%s", e.text)
						     : compare_logs(job);
}

static int write_log(const struct compare_job *job, const struct log_page *page)
{
	const char *const inputs[] = { page->log->path, NULL };
	struct output_file file;
	int code = output_file_begin(&file, job->output, inputs, job->force);

	if (code)
		return code;
	log_page_write(page, file.out);
	return output_file_end(&file);
}

/* All others need two logs. */
static const char of_one_log[] = "output force config suite filter quiet verbose color";

static int report_one(
	const struct judge_args *args, const struct judge_context *context, const char *path)
{
	const struct option_def *wrong = options_given(&option_set, args, of_one_log);
	struct selection *selection = context->selection;
	bool selects = judge_context_selects(context);
	AUTO(log_release) struct log log = { 0 };
	AUTO(log_page_release) struct log_page page = { 0 };
	struct err e;

	AUTO_FREE char *now = wrong ? NULL : compare_log_now(path);

	if (wrong)
		return message_error(EXIT_USAGE,
			"--%s says how two logs are judged; give both, OLD NEW", wrong->name);
	if (log_read(&log, now, LOG_KEEP_SAMPLES, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	log_page_init(&page, &log, selects ? selection_wants : NULL, selection);
	if (selects && selection_check(selection, NULL, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	return write_log(&args->job, &page);
}

static int report_run(void *given, char **words, int count)
{
	struct judge_args *args = given;
	AUTO(judge_context_release) struct judge_context context = { 0 };
	struct err e;
	int code;

	args->job.output = args->job.output ?: DEFAULT_OUTPUT;
	if (judge_context_init(&context, &args->shared, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	code = count == 1 && !path_is_folder(words[0])
		       ? report_one(args, &context, words[0])
		       : report_two(args, &context, words, count);
	if (!code && !args->shared.quiet)
		message_line(stderr, "Page: %s", args->job.output);
	return code;
}

const struct command command_report = {
	.summary = "write a page of tables and plots of one or two logs",
	.arguments = "OLD [NEW] | FOLDER",
	.details = "Writes one file of HTML that needs no network: the verdicts of bdriver "
		   "compare, a table of all benchmarks, and for each benchmark its samples, "
		   "box plots, histograms and rounds. One log gives a page without verdicts. "
		   "FOLDER is that of a paired run: its old.log and new.log.",
	.min_arguments = 1,
	.max_arguments = 2,
	.options = &option_set,
	.run = report_run,
};
