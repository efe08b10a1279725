/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/cli/command.h"
#include "driver/logs/compare.h"
#include "driver/logs/show.h"

static const struct option_def options[] = {
	{ "fit", 0, OPTION_FLAG, offsetof(struct show_job, fit), 0, NULL,
		"of a log of bdriver fit, or one with different iterations: fit times to "
		"iterations by least squares" },
	{ "predictors", 0, OPTION_LIST, offsetof(struct show_job, predictors), 0, "LIST",
		"with --fit: fit these costs as well (see bdriver fit)" },
	{ "spreadsheet", 0, OPTION_FLAG, offsetof(struct show_job, spreadsheet), 0, NULL,
		"with --format csv: put an apostrophe before names that a spreadsheet would "
		"take for a formula" },
	{ 0 },
};

/* Both logs of a paired run, for a person. */
static int show_folder(const struct show_job *job, char *folder)
{
	AUTO(compare_paths_free) char *paths[2] = { NULL, NULL };
	int code = compare_paths(&folder, 1, paths);

	if (!code && strcmp(job->shared.format, "text") != 0)
		code = message_error(
			EXIT_USAGE, "%s is a folder: name one log, as %s", folder, paths[1]);
	for (int i = 0; !code && i < 2; i++) {
		if (i)
			putchar('\n');
		message_line(stdout, "%s", paths[i]);
		code = show_log(job, paths[i]);
	}
	return code;
}

static int show_run(void *given, char **args, int count)
{
	struct show_job *job = given;
	struct err e;
	AUTO_FREE char *path = NULL;

	(void)count;
	job->selects = true;
	if (job->predictors.count && !job->fit)
		return message_error(EXIT_USAGE, "--predictors goes with --fit");
	if (show_check_predictors(&job->predictors, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (compare_has_logs(args[0]))
		return show_folder(job, args[0]);
	path = compare_log_now(args[0]);
	return show_log(job, path);
}

const struct command command_show = {
	.summary = "show one log as a table",
	.arguments = "LOG",
	.details = "For each benchmark over its launches: the minimum of minima, the median of "
		   "medians, the SD within launches (without outliers) and between launches. "
		   "LOG is a log of bdriver, or any that bdriver convert reads.",
	.min_arguments = 1,
	.max_arguments = 1,
	.options =
		&(const struct option_set){
			.name = "show",
			.shared = SHARED_LOG,
			.formats = CELLS_FORMATS,
			.own = options,
			.size = sizeof(struct show_job),
		},
	.run = show_run,
};
