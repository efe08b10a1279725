/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/config/read.h"
#include "driver/explain/explain.h"
#include "driver/explain/profile.h"
#include "driver/logs/compare.h"

struct explain_args {
	struct shared_options shared;
	struct explain_job job;
};

#define MEMBER(name) offsetof(struct explain_args, job.name)

static const struct option_def options[] = {
	{ "launches", 'n', OPTION_COUNT, MEMBER(rounds), PROFILE_ROUNDS_MIN, "N",
		"launches of each build that are sampled, at least 2 (default: 10)" },
	{ "budget", 0, OPTION_DURATION, MEMBER(budget_ns), 1, "DURATION",
		"time for each benchmark (default: 60s); parts that it cuts off say so" },
	{ "relink", 0, OPTION_TEXT, MEMBER(placements.command), 0, "CMD",
		"link both builds again at other places in memory: CMD, a line for the shell, "
		"links the suite $BDRIVER_SUITE into $BDRIVER_OUTPUT, shuffled by "
		"$BDRIVER_SEED" },
	{ "placements", 0, OPTION_COUNT, MEMBER(placements.count), PLACE_LEAST, "N",
		"of each build with --relink, at least 4 (default: 16); up to four times as "
		"many while they decide nothing" },
	{ "fail-on", 0, OPTION_CHOICE, MEMBER(fail_on), 0, "instructions",
		"exit code 1 if a benchmark executes 1 % more instructions, whatever its "
		"time" },
	{ 0 },
};

static int explain_run(void *given, char **words, int count)
{
	struct explain_args *args = given;
	struct explain_job *job = &args->job;
	AUTO(config_release) struct config config = { 0 };
	AUTO(compare_paths_free) char *paths[2] = { NULL, NULL };
	struct err e;
	int code;

	job->config = &config;
	job->words = words + 1;
	job->word_count = count - 1;
	job->placements.config = args->shared.config;
	job->json = strcmp(args->shared.format, "json") == 0;
	job->quiet = args->shared.quiet;
	if (job->rounds > PROFILE_ROUNDS_MAX)
		return message_error(
			EXIT_USAGE, "--launches is at most %d", PROFILE_ROUNDS_MAX);
	if (job->placements.count > PLACEMENTS_MAX)
		return message_error(EXIT_USAGE, "--placements is at most %d", PLACEMENTS_MAX);
	if (config_read(&config, &args->shared, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (!compare_has_logs(words[0]))
		return message_error(EXIT_USAGE,
			"%s is not the folder of a run with --old and --new, which has old.log "
			"and new.log",
			words[0]);
	code = compare_paths(words, 1, paths);
	return code ? code : explain_logs(paths[0], paths[1], job);
}

const struct command command_explain = {
	.summary = "say why benchmarks changed: code that differs, work, or neither",
	.arguments = "FOLDER [BENCH...]",
	.details = "FOLDER is that of a paired run, whose builds are still there. For the "
		   "first ten benchmarks that it called changed, or those that BENCH names: "
		   "which functions differ and run; the time of an iteration by function, "
		   "sampled in "
		   "launches in turns; and the instructions of an iteration, which "
		   "valgrind counts in three. These are exact, but know nothing of caches, "
		   "predictions and places in memory. So nothing here is a verdict. Exit "
		   "code 3: something could not be found out, and a line says why.",
	.min_arguments = 1,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "explain",
			.shared = SHARED_CONFIG,
			.formats = "text|json",
			.own = options,
			.size = sizeof(struct explain_args),
		},
	.run = explain_run,
};
