/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/config/read.h"
#include "driver/explain/blind.h"
#include "driver/logs/compare.h"

#define SLOWER 0.1

struct blind_args {
	struct shared_options shared;
	double slower;
	bool all;
};

static const struct option_def options[] = {
	{ "slower", 0, OPTION_PERCENT, offsetof(struct blind_args, slower), 0, "PERCENT",
		"the slow-down of a function that is to be seen (default: 10%)" },
	{ "all", 0, OPTION_FLAG, offsetof(struct blind_args, all), 0, NULL,
		"list all functions, not only the first 15" },
	{ 0 },
};

static int blind_run(void *given, char **words, int count)
{
	const struct blind_args *args = given;
	AUTO(config_release) struct config config = { 0 };
	struct blind_job blind = { .config = &config,
		.slower = isnan(args->slower) ? SLOWER : args->slower,
		.all = args->all,
		.json = strcmp(args->shared.format, "json") == 0,
		.color = args->shared.color,
		.quiet = args->shared.quiet,
		.verbose = args->shared.verbose };
	char *paths[2] = { NULL, NULL };
	struct err e;
	int code;

	if (blind.slower <= 0)
		return message_error(EXIT_USAGE, "--slower: must be more than 0 %%");
	if (config_read(&config, args->shared.config, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	else if (!(code = compare_paths(words, count, paths)))
		code = blind_logs(paths[0], paths[1], &blind);
	free(paths[0]);
	free(paths[1]);
	return code;
}

const struct command command_blind = {
	.summary = "say which functions could get slower without any benchmark seeing it",
	.arguments = "FOLDER",
	.details = "FOLDER is that of a paired run, whose old build is still there. One launch "
		   "of each benchmark is sampled. A benchmark sees a slow-down of a function "
		   "if the function's share of its time, times the slow-down, is at least what "
		   "the run detects in that benchmark. Code that was inlined counts in its "
		   "caller. Functions without a sample follow, the largest first. Shared "
		   "libraries and the harness are left out.",
	.min_arguments = 1,
	.max_arguments = 1,
	.options =
		&(const struct option_set){
			.name = "blind",
			.shared = SHARED_CONFIG,
			.formats = "text|json",
			.own = options,
			.size = sizeof(struct blind_args),
		},
	.run = blind_run,
};
