/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/config/read.h"
#include "driver/explain/explain.h"
#include "driver/explain/placements.h"
#include "driver/explain/profile.h"
#include "driver/logs/compare.h"

struct explain_args {
	struct shared_options shared;
	int64_t launches, placements, budget_ns;
	const char *relink, *fail_on;
};

static const struct option_def options[] = {
	{ "launches", 'n', OPTION_COUNT, offsetof(struct explain_args, launches),
		PROFILE_ROUNDS_MIN, "N",
		"launches of each build that are sampled, at least 2 (default: 10)" },
	{ "budget", 0, OPTION_DURATION, offsetof(struct explain_args, budget_ns), 1, "DURATION",
		"time for each benchmark (default: 60s); parts that it cuts off say so" },
	{ "relink", 0, OPTION_TEXT, offsetof(struct explain_args, relink), 0, "CMD",
		"link both builds again at other places in memory: CMD, a line for the shell, "
		"links the suite $BDRIVER_SUITE into $BDRIVER_OUTPUT, shuffled by "
		"$BDRIVER_SEED" },
	{ "placements", 0, OPTION_COUNT, offsetof(struct explain_args, placements), PLACE_LEAST,
		"N",
		"of each build with --relink, at least 4 (default: 16); up to four times as "
		"many while they decide nothing" },
	{ "fail-on", 0, OPTION_CHOICE, offsetof(struct explain_args, fail_on), 0,
		"instructions",
		"exit code 1 if a benchmark executes 1 % more instructions, whatever its "
		"time" },
	{ 0 },
};

static int explain_run(void *given, char **words, int count)
{
	const struct explain_args *args = given;
	AUTO(config_release) struct config config = { 0 };
	struct explain_job explain = { .config = &config,
		.words = words + 1,
		.word_count = count - 1,
		.rounds = args->launches > 0 ? (unsigned)args->launches : PROFILE_ROUNDS,
		.placements = { .command = args->relink,
			.config = args->shared.config,
			.count = args->placements > 0 ? (unsigned)args->placements
						      : PLACEMENTS },
		.budget_ns =
			args->budget_ns > 0 ? (uint64_t)args->budget_ns : EXPLAIN_BUDGET_NS,
		.fails_on_work = args->fail_on != NULL,
		.json = strcmp(args->shared.format, "json") == 0,
		.quiet = args->shared.quiet };
	char *paths[2] = { NULL, NULL };
	struct err e;
	int code;

	if (args->launches > PROFILE_ROUNDS_MAX)
		return message_error(
			EXIT_USAGE, "--launches is at most %d", PROFILE_ROUNDS_MAX);
	if (args->placements > PLACEMENTS_MAX)
		return message_error(EXIT_USAGE, "--placements is at most %d", PLACEMENTS_MAX);
	if (config_read(&config, &args->shared, &e)) {
		code = message_error(EXIT_USAGE, "%s", e.text);
	} else if (!(code = compare_paths(words, 1, paths))) {
		code = explain_logs(paths[0], paths[1], &explain);
	}
	free(paths[0]);
	free(paths[1]);
	return code;
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
