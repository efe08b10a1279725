/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>

#include "driver/paired_run.h"

#define ROUNDS 20

struct calibrate_options {
	struct shared_options shared;
	const char *output, *resume;
	bool force, no_wait;
	int64_t rounds, samples, launch_time_ns, seed;
	const char *stepping;
};

#define MEMBER(name) offsetof(struct calibrate_options, name)
static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, "DIR",
		"the folder of the two logs, which stay (default: named by time)",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "replace existing logs", MEMBER(force), 0 },
	{ "rounds", 'r', OPTION_COUNT, "N", "pairs of launches of each benchmark (default: 20)",
		MEMBER(rounds), 2 },
	{ "samples", 0, OPTION_COUNT, "N", "at most N samples a launch (default: 200)",
		MEMBER(samples), 1 },
	{ "launch-time", 0, OPTION_DURATION, "DURATION",
		"how long a launch takes samples (default: 100ms)", MEMBER(launch_time_ns), 0 },
	{ "stepping", 0, OPTION_CHOICE, "yes|no",
		"both launches of a pair live at once and measure in turn, 10ms each "
		"(default: yes)",
		MEMBER(stepping), 0 },
	{ "seed", 0, OPTION_COUNT, "N", "of the order of the launches (default: random)",
		MEMBER(seed), 0 },
	{ "resume", 0, OPTION_TEXT, "DIR",
		"go on with an interrupted calibration (the folder of its logs), with the "
		"options it was started with",
		MEMBER(resume), 0 },
	{ "no-wait", 0, OPTION_FLAG, NULL,
		"fail where another bdriver measures on the same CPUs", MEMBER(no_wait), 0 },
	{ 0 },
};

struct run_options calibrate_as_run(void *given, char **words, int count)
{
	struct calibrate_options *o = given;

	for (int i = 0; i < count; i++)
		texts_add(&o->shared.suites, words[i]);
	return (struct run_options){ .shared = o->shared,
		.output = o->output,
		.resume = o->resume,
		.force = o->force,
		.no_wait = o->no_wait,
		.calibrates = true,
		.rounds = o->rounds > 0 ? o->rounds : ROUNDS,
		.samples = o->samples,
		.iterations = -1,
		.launch_time_ns = o->launch_time_ns,
		.budget_ns = -1,
		.seed = o->seed,
		.stepping = o->stepping,
		.repeat_disturbed = NAN,
		.repeat_alone = NAN };
}

static int calibrate_run(void *given, char **words, int count)
{
	struct run_options run = calibrate_as_run(given, words, count);

	return run.resume ? resume_run(&run, count) : run_paired(&run, words, 0, NULL);
}

const struct command command_calibrate = {
	.name = "calibrate",
	.summary = "what this machine can see: the same build on both sides",
	.arguments = "[SUITE...]",
	.details = "SUITE is a configured name or the path of an executable; without one, all "
		   "configured suites are measured. "
		   "Measures every benchmark against itself as a paired run does. What is "
		   "called changed is a false change. Tells the noise and the smallest change "
		   "that 8 and 20 rounds can see, and remembers both for each benchmark in "
		   "bdriver.calibration beside the folder of the logs, where compare finds "
		   "it.",
	.least_arguments = 0,
	.most_arguments = -1,
	.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE,
	.options = options,
	.size = sizeof(struct calibrate_options),
	.run = calibrate_run,
};
