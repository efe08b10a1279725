/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/options.h"

#include <stddef.h>

#define CALIBRATE_ROUNDS 20

#define MEMBER(name)     offsetof(struct run_options, name)
/* Of runs and of calibrations. */
#define DISTURBED_HELP                                                                       \
	"measure disturbed launches again at the end of the run, at most this share of all " \
	"launches and of each benchmark's (default: 20%; smoke: 0, never)"
#define ALONE_HELP                                                                        \
	"with several workers, measure this share of the launches again, alone, to show " \
	"what running in parallel costs (default: 5%; smoke: 0)"
#define REPEAT_OPTIONS                                                                 \
	{ "repeat-disturbed", 0, OPTION_SHARE, MEMBER(repeat_disturbed), 0, "PERCENT", \
		DISTURBED_HELP },                                                      \
	{                                                                              \
		"repeat-alone", 0, OPTION_SHARE, MEMBER(repeat_alone), 0, "PERCENT",   \
			ALONE_HELP                                                     \
	}

static const struct option_def run_table[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "LOG",
		"log to create, compressed at the end if its name ends in .gz; with several "
		"builds, folder to create for their logs (default: named by time)" },
	{ "force", 0, OPTION_FLAG, MEMBER(force), 0, NULL, "replace an existing log" },
	{ "old", 0, OPTION_TEXT, MEMBER(old_directory), 0, "DIR",
		"compare two builds: folder with the suites of the old build" },
	{ "new", 0, OPTION_TEXT, MEMBER(new_directory), 0, "DIR",
		"folder with the suites of the new build" },
	{ "before", 0, OPTION_TEXT, MEMBER(before_directory), 0, "DIR",
		"with --new: measure the build of last night beside it, for the history" },
	{ "anchor", 0, OPTION_TEXT, MEMBER(anchor_directory), 0, "DIR",
		"with --new: measure a build that never changes beside it, so that the history "
		"can subtract what the machine did" },
	{ "build", 0, OPTION_TEXTS, MEMBER(builds), 0, "NAME=DIR",
		"one of up to 8 builds, instead of --old and --new; repeatable; the first is "
		"compared with each other one" },
	{ "rounds", 'r', OPTION_COUNT, MEMBER(rounds), 1, "N",
		"launches of each benchmark (default: 10; of several builds 6 to 60, or 240 "
		"brief ones, until their interval is narrow)" },
	{ "iterations", 0, OPTION_COUNT, MEMBER(iterations), 1, "N",
		"iterations per sample (default: tuned once and remembered)" },
	{ "profile", 0, OPTION_TEXT, MEMBER(profile), 0, "NAME",
		"settings to use: smoke, nightly, or a [profile NAME] of the configuration" },
	{ "budget", 0, OPTION_DURATION, MEMBER(budget_ns), 1, "DURATION",
		"time for the whole run; with several builds, 6 to 100 rounds of each "
		"benchmark, or 250 brief ones, as many as it needs" },
	{ "adaptive", 0, OPTION_FLAG, MEMBER(adaptive), 0, NULL,
		"with several builds: stop a benchmark once half the width of its interval is "
		"at most the threshold, and give all its time to the others" },
	{ "changed", 0, OPTION_FLAG, MEMBER(changed), 0, NULL,
		"with several builds: measure benchmarks whose machine code changed, and some "
		"of the others as controls (default with --profile smoke)" },
	{ "reached", 0, OPTION_FLAG, MEMBER(reached), 0, NULL,
		"with --changed or smoke: measure also benchmarks of our harness that reach "
		"what differs, but do not execute it" },
	{ "explain", 0, OPTION_FLAG, MEMBER(explain), 0, NULL,
		"with two builds: say why benchmarks changed, as `bdriver explain` does" },
	{ "all", 0, OPTION_FLAG, MEMBER(all), 0, NULL,
		"with several builds: measure all benchmarks" },
	{ "controls", 0, OPTION_COUNT, MEMBER(controls), 0, "N",
		"with --changed: benchmarks with the same code to measure (default: 30)" },
	{ "revision", 0, OPTION_TEXTS, MEMBER(revisions), 0, "[BUILD=]REV",
		"the commit that was built, for the log (default: the one that is checked out "
		"where the build, or else bdriver.ini, lies in a git work tree); with several "
		"builds, REV alone is that of the build `new`" },
	{ "resume", 0, OPTION_TEXT, MEMBER(resume), 0, "LOG",
		"continue an interrupted run with its original options; LOG is its log, or the "
		"folder of its logs; with --rounds N: give a finished run more rounds, N in "
		"all" },
	{ "trust-log", 0, OPTION_FLAG, MEMBER(trust_log), 0, NULL,
		"with --resume: continue even if the log is of another user, or folder or "
		"configuration are not those of now; the log says what is executed" },
	{ "shard", 0, OPTION_TEXT, MEMBER(shard), 0, "K/N",
		"measure part K of N: every Nth benchmark; bdriver merge joins the parts, "
		"which "
		"may be of several machines" },
	{ "dry-run", 0, OPTION_FLAG, MEMBER(dry_run), 0, NULL,
		"print the plan and measure nothing" },
	REPEAT_OPTIONS,
	{ 0 },
};

/* The options are those of a run; what a calibration does not take is not given. */
static const struct option_def calibrate_table[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "DIR",
		"folder to create for the two logs, which are kept (default: named by time)" },
	{ "force", 0, OPTION_FLAG, MEMBER(force), 0, NULL, "replace existing logs" },
	{ "rounds", 'r', OPTION_COUNT, MEMBER(rounds), 2, "N",
		"pairs of launches of each benchmark (default: 20)" },
	{ "resume", 0, OPTION_TEXT, MEMBER(resume), 0, "DIR",
		"continue an interrupted calibration with its original options; DIR is the "
		"folder of its logs" },
	{ "trust-log", 0, OPTION_FLAG, MEMBER(trust_log), 0, NULL,
		"with --resume: continue even if the logs are of another user, or folder or "
		"configuration are not those of now; the logs say what is executed" },
	REPEAT_OPTIONS,
	{ 0 },
};

static const struct option_group run_groups[] = {
	{ "The options to begin with",
		"old new output profile budget rounds filter workers explain resume" },
	{ "What is measured",
		"build before anchor suite adapter list-timeout command tags skip-tags changed "
		"reached all controls shard" },
	{ "How long", "adaptive launch-time samples iterations group timeout" },
	{ "Comparing", "interleave layout revision" },
	{ "Machine", "no-wait repeat-disturbed repeat-alone" },
	{ "The run itself",
		"config dry-run seed force trust-log quiet verbose color help version" },
	{ 0 },
};

const struct option_set run_option_set = {
	.name = "run",
	.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE | SHARED_LAUNCH,
	.own = run_table,
	.groups = run_groups,
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
		string_list_add(&given->shared.suites, words[i]);
	given->calibrates = true;
	if (given->rounds < 0)
		given->rounds = CALIBRATE_ROUNDS;
	given->iterations = given->budget_ns = given->controls = -1;
	return *given;
}
