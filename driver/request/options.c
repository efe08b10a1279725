/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/options.h"

#include <math.h>
#include <stddef.h>

#include "driver/engine/engine.h"

#define CALIBRATE_ROUNDS 20

#define MEMBER(name)     offsetof(struct run_options, name)
/* Of runs and of calibrations. */
#define DISTURBED_HELP                                                                       \
	"measure disturbed launches again at the end of the run, at most this share of all " \
	"launches and of each benchmark's (default: 20%; smoke: 0, never)"
#define ALONE_HELP                                                                        \
	"with several workers, measure this share of the launches again, alone, to show " \
	"what running in parallel costs (default: 5%; smoke: 0)"
#define REPEAT_OPTIONS                                                                        \
	{ "repeat-disturbed", 0, OPTION_SHARE, "PERCENT", DISTURBED_HELP,                     \
		MEMBER(repeat_disturbed), 0 },                                                \
	{                                                                                     \
		"repeat-alone", 0, OPTION_SHARE, "PERCENT", ALONE_HELP, MEMBER(repeat_alone), \
			0                                                                     \
	}

static const struct option_def run_table[] = {
	{ "output", 'o', OPTION_TEXT, "LOG",
		"log to create, compressed at the end if its name ends in .gz; with several "
		"builds, folder to create for their logs (default: named by time)",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "replace an existing log", MEMBER(force), 0 },
	{ "old", 0, OPTION_TEXT, "DIR",
		"compare two builds: folder with the suites of the old build",
		MEMBER(old_directory), 0 },
	{ "new", 0, OPTION_TEXT, "DIR", "folder with the suites of the new build",
		MEMBER(new_directory), 0 },
	{ "before", 0, OPTION_TEXT, "DIR",
		"with --new: measure the build of last night beside it, for the history",
		MEMBER(before_directory), 0 },
	{ "anchor", 0, OPTION_TEXT, "DIR",
		"with --new: measure a build that never changes beside it, so that the history "
		"can take the machine out",
		MEMBER(anchor_directory), 0 },
	{ "build", 0, OPTION_TEXTS, "NAME=DIR",
		"one of up to 8 builds, instead of --old and --new; repeatable; the first is "
		"compared with each other one",
		MEMBER(builds), 0 },
	{ "rounds", 'r', OPTION_COUNT, "N",
		"launches of each benchmark (default: 10; of several builds 6 to 40, until "
		"their interval is narrow)",
		MEMBER(rounds), 1 },
	{ "iterations", 0, OPTION_COUNT, "N",
		"iterations per sample (default: tuned once and remembered)",
		MEMBER(iterations), 1 },
	{ "profile", 0, OPTION_TEXT, "NAME",
		"settings to use: smoke, nightly, or a [profile NAME] of the configuration",
		MEMBER(profile), 0 },
	{ "budget", 0, OPTION_DURATION, "DURATION",
		"time for the whole run; with several builds, 6 to 100 rounds of each "
		"benchmark, as many as it needs",
		MEMBER(budget_ns), 1 },
	{ "adaptive", 0, OPTION_FLAG, NULL,
		"with several builds: stop a benchmark once half the width of its interval is "
		"at most the threshold, and give all its time to the others",
		MEMBER(adaptive), 0 },
	{ "changed", 0, OPTION_FLAG, NULL,
		"with several builds: measure benchmarks whose machine code changed, and some "
		"of the others as controls (default with --profile smoke)",
		MEMBER(changed), 0 },
	{ "all", 0, OPTION_FLAG, NULL, "with several builds: measure all benchmarks",
		MEMBER(all), 0 },
	{ "controls", 0, OPTION_COUNT, "N",
		"with --changed: benchmarks with the same code to measure (default: 30)",
		MEMBER(controls), 0 },
	{ "revision", 0, OPTION_TEXTS, "[BUILD=]REV",
		"the commit that was built, for the log (default: the one that is checked out "
		"where the build, or else bdriver.ini, lies in a git work tree); with several "
		"builds, REV alone is that of the build `new`",
		MEMBER(revisions), 0 },
	{ "resume", 0, OPTION_TEXT, "LOG",
		"continue an interrupted run with its original options; LOG is its log, or the "
		"folder of its logs; with --rounds N: give a finished run more rounds, N in "
		"all",
		MEMBER(resume), 0 },
	{ "trust-log", 0, OPTION_FLAG, NULL,
		"with --resume: continue even if the log is of another user, or folder or "
		"configuration are not those of now; the log says what is executed",
		MEMBER(trust_log), 0 },
	{ "dry-run", 0, OPTION_FLAG, NULL, "print the plan and measure nothing",
		MEMBER(dry_run), 0 },
	{ "require-quiet", 0, OPTION_CHOICE, "A|B|C|D",
		"wait until `bdriver env --watch` would give this grade or a better one; with "
		"--no-wait, fail instead",
		MEMBER(require_quiet), 0 },
	{ "isolate", 0, OPTION_FLAG, NULL,
		"run the launches in their own cpuset, whose CPUs no other program can use; "
		"needs cgroup v2, and root or a cgroup that you own",
		MEMBER(isolate), 0 },
	REPEAT_OPTIONS,
	{ "engine", 0, OPTION_CHOICE, "local|" ENGINE_NAMES,
		"measure on a pool of machines: through Slurm, through ssh, or in shards on "
		"this machine (default: local, in one piece)",
		MEMBER(engine), 0 },
	{ "hosts", 0, OPTION_LIST, "HOST,HOST...", "with --engine ssh: the machines",
		MEMBER(hosts), 0 },
	{ "nodes", 0, OPTION_COUNT, "N",
		"with --engine: machines to use at once (default: all)", MEMBER(nodes), 1 },
	{ "partition", 0, OPTION_TEXT, "NAME", "with --engine slurm: the partition",
		MEMBER(partition), 0 },
	{ "ssh-config", 0, OPTION_TEXT, "FILE",
		"with --engine ssh: the configuration of ssh (default: yours)",
		MEMBER(ssh_config), 0 },
	{ "replicas", 0, OPTION_COUNT, "N",
		"with --engine: measure each benchmark on this many machines, with all its "
		"rounds on each (default: 1)",
		MEMBER(replicas), 1 },
	{ "shard-time", 0, OPTION_DURATION, "DURATION",
		"with --engine: time of a shard, which is what a machine is given in one piece "
		"(default: 3m)",
		MEMBER(shard_time_ns), 1 },
	{ "last", 0, OPTION_TEXT, "LOG",
		"with --engine: an earlier log that shows how long each benchmark takes, to "
		"divide the run into equal shards",
		MEMBER(last), 0 },
	{ 0 },
};

/* The options are those of a run; what a calibration does not take is not given. */
static const struct option_def calibrate_table[] = {
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
	{ "trust-log", 0, OPTION_FLAG, NULL,
		"with --resume: continue even if the logs are of another user, or folder or "
		"configuration are not those of now; the logs say what is executed",
		MEMBER(trust_log), 0 },
	REPEAT_OPTIONS,
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
		string_list_add(&given->shared.suites, words[i]);
	given->calibrates = true;
	if (given->rounds < 0)
		given->rounds = CALIBRATE_ROUNDS;
	given->iterations = given->budget_ns = given->controls = -1;
	given->nodes = given->replicas = given->shard_time_ns = -1;
	return *given;
}
