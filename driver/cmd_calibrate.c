/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>

#include "driver/paired_run.h"

#define ROUNDS 20

/* The options are those of a run; what a calibration does not take is not given. */
#define MEMBER(name) offsetof(struct run_options, name)
static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, "DIR",
		"folder to create for the two logs, which are kept (default: named by time)",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "replace existing logs", MEMBER(force), 0 },
	{ "rounds", 'r', OPTION_COUNT, "N", "pairs of launches of each benchmark (default: 20)",
		MEMBER(rounds), 2 },
	{ "resume", 0, OPTION_TEXT, "DIR",
		"continue an interrupted calibration with its original options; DIR is the "
		"folder of its logs",
		MEMBER(resume), 0 },
	{ 0 },
};

struct run_options calibrate_as_run(struct run_options *given, char **words, int count)
{
	for (int i = 0; i < count; i++)
		texts_add(&given->shared.suites, words[i]);
	given->calibrates = true;
	if (given->rounds < 0)
		given->rounds = ROUNDS;
	given->iterations = given->budget_ns = -1;
	given->repeat_disturbed = given->repeat_alone = NAN;
	return *given;
}

static int calibrate_run(void *given, char **words, int count)
{
	struct run_options *now = given, run;

	if (now->resume)
		return resume_run(&command_calibrate, now, count);
	run = calibrate_as_run(now, words, count);
	return run_paired(&run, words, 0, NULL);
}

const struct command command_calibrate = {
	.name = "calibrate",
	.summary = "measure which changes this machine can detect",
	.arguments = "[SUITE...]",
	.details = "Compares every benchmark with itself, as a paired run does, so that every "
		   "change found is false. Reports the noise, and the smallest change that 8 "
		   "and 20 rounds can detect. Stores both for each benchmark in "
		   "bdriver.calibration, beside the folder of the logs, where bdriver compare "
		   "finds them. SUITE is a configured name or the path of an executable "
		   "(default: all configured suites).",
	.least_arguments = 0,
	.most_arguments = -1,
	.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE | SHARED_LAUNCH,
	.options = options,
	.size = sizeof(struct run_options),
	.run = calibrate_run,
};
