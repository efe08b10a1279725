/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/bisect/bisect.h"
#include "driver/bisect/pairs.h"
#include "driver/bisect/report.h"
#include "driver/cli/command.h"

#define ROUNDS 40

struct bisect_command {
	struct shared_options shared;
	const char *build, *output, *history, *launch_time;
	int64_t rounds;
	bool measure_all, keep;
};

#define MEMBER(name) offsetof(struct bisect_command, name)

static const struct option_def options[] = {
	{ "build", 0, OPTION_TEXT, MEMBER(build), 0, "CMD",
		"what builds a commit, required: a line for the shell, which runs in a work "
		"tree of the commit, and puts the suites into the folder $BDRIVER_BUILD; "
		"$BDRIVER_REVISION is the commit" },
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "DIR",
		"folder for builds and logs (default: bdriver-bisect); the same command goes "
		"on with what is there" },
	{ "rounds", 'r', OPTION_COUNT, MEMBER(rounds), PAIRS_ROUNDS, "N",
		"rounds of a commit at most (default: 40); they are made by tens" },
	{ "launch-time", 0, OPTION_TEXT, MEMBER(launch_time), 0, "DURATION",
		"time that a launch spends on samples, as for `bdriver run`" },
	{ "measure-all", 0, OPTION_FLAG, MEMBER(measure_all), 0, NULL,
		"measure commits whose machine code is known, too: for effects of placement" },
	{ "history", 0, OPTION_TEXT, MEMBER(history), 0, "DIR",
		"the history that takes the logs (default: $BDRIVER_HISTORY, or else ./history "
		"if it is there)" },
	{ "keep", 0, OPTION_FLAG, MEMBER(keep), 0, NULL, "leave the work tree in DIR/tree" },
	{ 0 },
};

static const char *history_of(const struct bisect_command *own)
{
	const char *folder = own->history ? own->history : getenv("BDRIVER_HISTORY");

	if (folder && *folder)
		return folder;
	return access("history/" STORE_DATABASE, F_OK) ? NULL : "history";
}

static int run(void *given, char **args, int count)
{
	static const int codes[] = { [BISECT_FOUND] = EXIT_FINE,
		[BISECT_RANGE] = EXIT_FOUND,
		[BISECT_NOTHING] = EXIT_UNMEASURED };
	const struct bisect_command *own = given;
	struct bisect_options o = { .good = args[0],
		.bad = args[1],
		.build = own->build,
		.folder = own->output ? own->output : "bdriver-bisect",
		.config = own->shared.config,
		.history = history_of(own),
		.launch_time = own->launch_time,
		.list_timeout_ns = own->shared.list_timeout_ns,
		.words = args + 2,
		.word_count = count - 2,
		.rounds = own->rounds > 0 ? (size_t)own->rounds : ROUNDS,
		.measure_all = own->measure_all,
		.keep = own->keep,
		.quiet = own->shared.quiet };
	struct layout_size size = { (size_t)terminal_width(stdout, 100),
		terminal_color(own->shared.color, stdout) };
	struct bisect bisect = { 0 };
	struct err e;
	int64_t ns;
	int result;

	if (!own->build)
		return message_error(
			EXIT_USAGE, "--build CMD is required: what builds a commit");
	if (own->launch_time && duration_parse(own->launch_time, &ns, &e))
		return message_error(EXIT_USAGE, "--launch-time: %s", e.text);
	if (own->launch_time && !ns)
		return message_error(EXIT_USAGE, "--launch-time: must be longer than 0");
	result = bisect_run(&bisect, &o, &e);
	if (result >= 0)
		bisect_print(&bisect, (enum bisect_result)result, &size, stdout);
	bisect_release(&bisect);
	return result < 0 ? message_error(EXIT_USAGE, "%s", e.text) : codes[result];
}

const struct command command_bisect = {
	.summary = "find the commit that changed the time of benchmarks",
	.arguments = "GOOD BAD BENCH...",
	.details = "Searches the commits from GOOD to BAD, along first parents. Commits whose "
		   "benchmarks have machine code that is known already are not measured. The "
		   "others are measured side by side with GOOD until it is clear on which side "
		   "they are, and the culprit is measured again beside its parent. Exit code "
		   "0: culprit found; 1: only a range, as commits cannot be built, or it is "
		   "not confirmed; 3: GOOD and BAD do not differ.",
	.min_arguments = 3,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "bisect",
			.shared = SHARED_CONFIG | SHARED_ASK,
			.own = options,
			.size = sizeof(struct bisect_command),
		},
	.run = run,
};
