/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/options.h"

#include <math.h>
#include <stddef.h>

#define CALIBRATE_ROUNDS 20

#define MEMBER(name)     offsetof(struct run_options, name)
static const struct option_def run_table[] = {
	{ "output", 'o', OPTION_TEXT, "LOG",
		"the log, which must not exist; with several builds the folder of their logs",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "replace an existing log", MEMBER(force), 0 },
	{ "old", 0, OPTION_TEXT, "DIR",
		"compare two builds: the folder with the suites of the old one",
		MEMBER(old_directory), 0 },
	{ "new", 0, OPTION_TEXT, "DIR", "the folder with the suites of the new one",
		MEMBER(new_directory), 0 },
	{ "build", 0, OPTION_TEXTS, "NAME=DIR",
		"instead of --old and --new: one of up to 8 builds; the first is compared with "
		"each other one",
		MEMBER(builds), 0 },
	{ "rounds", 'r', OPTION_COUNT, "N", "launches of each benchmark (default: 10)",
		MEMBER(rounds), 1 },
	{ "iterations", 0, OPTION_COUNT, "N",
		"iterations in each sample (default: tuned once and remembered)",
		MEMBER(iterations), 1 },
	{ "profile", 0, OPTION_TEXT, "NAME",
		"smoke, nightly, or a [profile NAME] of the configuration", MEMBER(profile),
		0 },
	{ "budget", 0, OPTION_DURATION, "DURATION",
		"how long the run may take; with several builds, 8 to 40 rounds as each "
		"benchmark needs them",
		MEMBER(budget_ns), 0 },
	{ "adaptive", 0, OPTION_FLAG, NULL,
		"with several builds: a benchmark stops once its interval is narrower than the "
		"threshold, and others get its time",
		MEMBER(adaptive), 0 },
	{ "resume", 0, OPTION_TEXT, "LOG",
		"go on with an interrupted run (its log, or the folder of its logs), with the "
		"options it was started with",
		MEMBER(resume), 0 },
	{ "dry-run", 0, OPTION_FLAG, NULL, "print the plan and measure nothing",
		MEMBER(dry_run), 0 },
	{ "require-quiet", 0, OPTION_TEXT, "GRADE",
		"begin when `bdriver env --watch` would give this grade or a better one (A, B, "
		"C, D); with --no-wait fail where it does not now",
		MEMBER(require_quiet), 0 },
	{ "isolate", 0, OPTION_FLAG, NULL,
		"run the launches in a cpuset of their own: with cgroup v2 nobody else may "
		"use their CPUs meanwhile, with v1 nobody is moved away; as root, or in a "
		"cgroup that is yours",
		MEMBER(isolate), 0 },
	{ "repeat-disturbed", 0, OPTION_SHARE, "PERCENT",
		"measure disturbed launches again at the end of the run, at most this share of "
		"all and of each benchmark's (default: 20%, 0 for never)",
		MEMBER(repeat_disturbed), 0 },
	{ "repeat-alone", 0, OPTION_SHARE, "PERCENT",
		"of a run with several workers measure this share again with nothing beside "
		"it, to see what running in parallel costs (default: 5%)",
		MEMBER(repeat_alone), 0 },
	{ 0 },
};

/* The options are those of a run; what a calibration does not take is not given. */
static const struct option_def calibrate_table[] = {
	{ "output", 'o', OPTION_TEXT, "DIR",
		"the folder of the two logs, which stay (default: named by time)",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "replace existing logs", MEMBER(force), 0 },
	{ "rounds", 'r', OPTION_COUNT, "N", "pairs of launches of each benchmark (default: 20)",
		MEMBER(rounds), 2 },
	{ "resume", 0, OPTION_TEXT, "DIR",
		"go on with an interrupted calibration (the folder of its logs), with the "
		"options it was started with",
		MEMBER(resume), 0 },
	{ 0 },
};

const struct option_set run_option_set = {
	.name = "run",
	.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE | SHARED_LAUNCH,
	.own = run_table,
	.size = sizeof(struct run_options),
};

const struct option_set calibrate_option_set = {
	.name = "calibrate",
	.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE | SHARED_LAUNCH,
	.own = calibrate_table,
	.size = sizeof(struct run_options),
};

struct run_options run_options_calibrate(struct run_options *given, char **words, int count)
{
	for (int i = 0; i < count; i++)
		texts_add(&given->shared.suites, words[i]);
	given->calibrates = true;
	if (given->rounds < 0)
		given->rounds = CALIBRATE_ROUNDS;
	given->iterations = given->budget_ns = -1;
	given->repeat_disturbed = given->repeat_alone = NAN;
	return *given;
}
