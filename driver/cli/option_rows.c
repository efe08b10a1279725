/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/options.h"

#define SHARED(member) offsetof(struct shared_options, member)
#define RUN(member)    offsetof(struct run_settings, member)
#define RUNS           (SHARED_RUN | SHARED_CALIBRATE)

#define ROW(of, also, ...)                                            \
	{                                                             \
		.groups = of, .sources = also, .def = { __VA_ARGS__ } \
	}
#define ROW_OR(value, of, also, ...)                                                      \
	{                                                                                 \
		.groups = of, .sources = also, .otherwise = value, .def = { __VA_ARGS__ } \
	}
#define ROW_MOST(value, of, also, ...)                                               \
	{                                                                            \
		.groups = of, .sources = also, .most = value, .def = { __VA_ARGS__ } \
	}

#define ROUNDS_MAX 65535
/* As the harness takes them (harness/options.c). */
#define ITERATIONS_MAX 1000000000000LL
/* Of a launch. More is a slip of the pen. */
#define HOUR_NS 3600000000000LL
/* No launch ends within less; the scheduler counts in ms. */
#define TIMEOUT_LEAST_NS 1000000

/* The argument of --format is the command's list of formats. */
const struct option_row option_rows[] = {
	ROW(SHARED_RUN, 0, "output", 'o', OPTION_TEXT, RUN(log.output), 0, "LOG",
		"log to create, compressed at the end if its name ends in .gz; with "
		"several builds, folder to create for their logs (default: named by time)"),
	ROW(SHARED_CALIBRATE, 0, "output", 'o', OPTION_TEXT, RUN(log.output), 0, "DIR",
		"folder to create for the two logs, which are kept (default: named by time)"),
	ROW(RUNS, 0, "force", 0, OPTION_FLAG, RUN(log.force), 0, NULL,
		"replace an existing log"),
	ROW(SHARED_RUN, 0, "old", 0, OPTION_TEXT, RUN(builds.old), 0, "DIR",
		"compare two builds: folder with the suites of the old build"),
	ROW(SHARED_RUN, 0, "new", 0, OPTION_TEXT, RUN(builds.new), 0, "DIR",
		"folder with the suites of the new build"),
	ROW(SHARED_RUN, 0, "base", 0, OPTION_TEXT, RUN(builds.old), 0, "DIR", "as --old"),
	ROW(SHARED_RUN, 0, "head", 0, OPTION_TEXT, RUN(builds.new), 0, "DIR", "as --new"),
	ROW(SHARED_RUN, 0, "before", 0, OPTION_TEXT, RUN(builds.before), 0, "DIR",
		"with --new: measure the build of last night beside it, for the history"),
	ROW(SHARED_RUN, 0, "anchor", 0, OPTION_TEXT, RUN(builds.anchor), 0, "DIR",
		"with --new: measure a build that never changes beside it, so that the "
		"history can subtract what the machine did"),
	ROW(SHARED_RUN, 0, "build", 0, OPTION_TEXTS, RUN(builds.named), 0, "NAME=DIR",
		"one of up to 8 builds, instead of --old and --new; repeatable; the first "
		"is compared with each other one"),
	ROW_MOST(ROUNDS_MAX, SHARED_RUN, SOURCE_PROFILE | SOURCE_VARIABLE, "rounds", 'r',
		OPTION_COUNT, RUN(rounds), 1, "N",
		"launches of each benchmark (default: 10; of several builds 6 to 60, or "
		"240 brief ones, until their interval is narrow)"),
	ROW_MOST(ROUNDS_MAX, SHARED_CALIBRATE, 0, "rounds", 'r', OPTION_COUNT, RUN(rounds), 2,
		"N", "pairs of launches of each benchmark (default: 20)"),
	ROW_MOST(ITERATIONS_MAX, SHARED_RUN, SOURCE_PROFILE | SOURCE_DEFAULT, "iterations", 0,
		OPTION_COUNT, RUN(iterations), 1, "N",
		"iterations per sample (default: tuned once and remembered)"),
	ROW(SHARED_RUN, 0, "profile", 0, OPTION_TEXT, RUN(profile), 0, "NAME",
		"settings to use: smoke, nightly, or a [profile NAME] of the configuration"),
	ROW(SHARED_RUN, SOURCE_PROFILE | SOURCE_DEFAULT, "budget", 0, OPTION_DURATION,
		RUN(budget_ns), 1, "DURATION",
		"time for the whole run; with several builds, 6 to 100 rounds of each "
		"benchmark, or 250 brief ones, as many as it needs"),
	ROW_MOST(ROUNDS_MAX, SHARED_KEY, SOURCE_PROFILE | SOURCE_DEFAULT, "stage2-rounds", 0,
		OPTION_COUNT, RUN(stage2_rounds), 0, "N", ""),
	ROW(SHARED_RUN, 0, "adaptive", 0, OPTION_FLAG, RUN(adaptive), 0, NULL,
		"with several builds: stop a benchmark once half the width of its interval "
		"is at most the threshold, and give all its time to the others"),
	ROW(SHARED_RUN, SOURCE_PROFILE, "changed", 0, OPTION_FLAG, RUN(part.changed), 0, NULL,
		"with several builds: measure benchmarks whose machine code changed, and "
		"some of the others as controls (default with --profile smoke)"),
	ROW(SHARED_RUN, 0, "reached", 0, OPTION_FLAG, RUN(part.reached), 0, NULL,
		"with --changed or smoke: measure also benchmarks of our harness that "
		"reach what differs, but do not execute it"),
	ROW(SHARED_RUN, 0, "explain", 0, OPTION_FLAG, RUN(explain), 0, NULL,
		"with two builds: say why benchmarks changed, as `bdriver explain` does"),
	ROW(SHARED_RUN, 0, "all", 0, OPTION_FLAG, RUN(part.all), 0, NULL,
		"with several builds: measure all benchmarks"),
	/* From 30 benchmarks on variances are moderated. */
	ROW_OR(30, SHARED_RUN, SOURCE_DEFAULT, "controls", 0, OPTION_COUNT, RUN(part.controls),
		0, "N",
		"with --changed: benchmarks with the same code to measure (default: 30)"),
	ROW(SHARED_RUN, 0, "revision", 0, OPTION_TEXTS, RUN(builds.revisions), 0, "[BUILD=]REV",
		"the commit that was built, for the log (default: the one that is checked "
		"out where the build, or else bdriver.ini, lies in a git work tree); with "
		"several builds, REV alone is that of the build `new`"),
	ROW(SHARED_RUN, 0, "resume", 0, OPTION_TEXT, RUN(log.resume), 0, "LOG",
		"continue an interrupted run with its original options; LOG is its log, or "
		"the folder of its logs; with --rounds N: give a finished run more rounds, "
		"N in all"),
	ROW(SHARED_CALIBRATE, 0, "resume", 0, OPTION_TEXT, RUN(log.resume), 0, "DIR",
		"continue an interrupted calibration with its original options; DIR is the "
		"folder of its logs"),
	ROW(RUNS, 0, "trust-log", 0, OPTION_FLAG, RUN(log.trust_log), 0, NULL,
		"with --resume: continue even if the log is of another user, or folder or "
		"configuration are not those of now; the log says what is executed"),
	ROW(SHARED_RUN, 0, "shard", 0, OPTION_TEXT, RUN(part.shard), 0, "K/N",
		"measure part K of N: every Nth benchmark; bdriver merge joins the parts, "
		"which may be of several machines"),
	ROW(SHARED_RUN, 0, "dry-run", 0, OPTION_FLAG, RUN(dry_run), 0, NULL,
		"print the plan and measure nothing"),
	ROW_OR(0.20, RUNS, SOURCE_VARIABLE | SOURCE_DEFAULT, "repeat-disturbed", 0,
		OPTION_SHARE, RUN(repeat.disturbed), 0, "PERCENT",
		"measure disturbed launches again at the end of the run, at most this "
		"share of all launches and of each benchmark's (default: 20%; smoke: 0, "
		"never)"),
	ROW_OR(0.05, RUNS, SOURCE_VARIABLE | SOURCE_DEFAULT, "repeat-alone", 0, OPTION_SHARE,
		RUN(repeat.alone), 0, "PERCENT",
		"with several workers, measure this share of the launches again, alone, to "
		"show what running in parallel costs (default: 5%; smoke: 0)"),
	ROW(SHARED_CONFIG, 0, "config", 'c', OPTION_TEXT, SHARED(config), 0, "FILE",
		"configuration file (default: ./bdriver.ini, if it exists)"),
	ROW(SHARED_SELECT, 0, "suite", 's', OPTION_TEXTS, SHARED(suites), 0, "NAME|PATH",
		"only this suite: a configured name, or the path of an executable; "
		"repeatable"),
	ROW(SHARED_SELECT, 0, "adapter", 0, OPTION_TEXT, SHARED(adapter), 0, "NAME",
		"protocol of suites that are not in bdriver.ini (default: detected from "
		"the file, else bdriver)"),
	ROW(SHARED_SELECT | SHARED_ASK, SOURCE_DRIVER, "list-timeout", 0, OPTION_DURATION,
		SHARED(list_timeout_ns), TIMEOUT_LEAST_NS, "DURATION",
		"leave out a suite that takes longer to list its benchmarks (default: 60s)"),
	ROW(SHARED_SELECT, 0, "command", 0, OPTION_TEXTS, SHARED(commands), 0, "'NAME: LINE'",
		"measure this command line; {build} is replaced by the value of --old or "
		"--new; repeatable"),
	ROW(SHARED_LOG, 0, "suite", 's', OPTION_TEXTS, SHARED(suites), 0, "NAME",
		"only this suite of the log; repeatable"),
	ROW(SHARED_SELECT | SHARED_LOG, 0, "filter", 'f', OPTION_TEXTS, SHARED(filters), 0,
		"REGEX",
		"only benchmarks whose name matches this regular expression; repeatable "
		"(one match is enough)"),
	ROW(SHARED_SELECT, 0, "tags", 't', OPTION_LIST, SHARED(tags), 0, "LIST",
		"only benchmarks with one of these tags (separated by commas)"),
	ROW(SHARED_SELECT, 0, "skip-tags", 'T', OPTION_LIST, SHARED(skip_tags), 0, "LIST",
		"no benchmarks with one of these tags (separated by commas)"),
	ROW_MOST(1024, SHARED_MEASURE, SOURCE_DRIVER | SOURCE_VARIABLE | SOURCE_DEFAULT,
		"workers", 'j', OPTION_COUNT, RUN(cpus.workers), 1, "N",
		"launches to run in parallel (default: physical cores minus one, at least "
		"one)"),
	ROW_OR(60e9, SHARED_MEASURE, SOURCE_DRIVER | SOURCE_DEFAULT, "timeout", 0,
		OPTION_DURATION, RUN(timeout_ns), TIMEOUT_LEAST_NS, "DURATION",
		"kill a launch that takes longer (default: 60s; in a run at most 10s plus "
		"ten times the benchmark's longest launch so far)"),
	ROW(SHARED_MEASURE, SOURCE_DRIVER, "seed", 0, OPTION_COUNT, RUN(seed), 0, "N",
		"seed for the order of the launches (default: random)"),
	ROW(SHARED_MEASURE, 0, "wait", 0, OPTION_DURATION, RUN(cpus.wait_ns), 0, "DURATION",
		"wait so long for another bdriver that measures on the same CPUs, then "
		"fail (default: without limit)"),
	ROW(SHARED_MEASURE, 0, "no-wait", 0, OPTION_FLAG, RUN(cpus.no_wait), 0, NULL,
		"fail, instead of waiting, if another bdriver measures on the same CPUs"),
	ROW_MOST(200, SHARED_LAUNCH, SOURCE_PROFILE | SOURCE_DEFAULT, "samples", 0,
		OPTION_COUNT, RUN(samples), 1, "N",
		"take at most N samples per launch (default: 200)"),
	{ .groups = SHARED_LAUNCH,
		.sources = SOURCE_PROFILE | SOURCE_VARIABLE | SOURCE_DEFAULT,
		.otherwise = 100e6,
		.most = HOUR_NS,
		.def = { "launch-time", 0, OPTION_DURATION, RUN(launch_time_ns), 1, "DURATION",
			"time that a launch spends on samples (default: 100ms; interleaved: "
			"20ms)" } },
	ROW(SHARED_LAUNCH, SOURCE_DEFAULT, "group", 0, OPTION_GROUP, RUN(group), 0, "N|no",
		"measure up to N benchmarks of a Google Benchmark suite in each launch "
		"(default: up to 50 and a fifth of the suite, if its start takes 250ms and "
		"five launch times; else no)"),
	ROW(SHARED_LAUNCH, SOURCE_PROFILE, "interleave", 0, OPTION_INTERLEAVE, RUN(turns.asked),
		0, "yes|no|short|long",
		"with two builds: interleave the two launches of a round, in long turns of "
		"10ms, or in short ones of 1 to 10ms, as the benchmark allows (default: "
		"short)"),
	ROW(SHARED_LAUNCH, 0, "layout", 0, OPTION_CHOICE, RUN(turns.layout), 0, "same|random",
		"with several builds: the launches of a round have the same addresses, or "
		"each has random ones (default: same)"),
	ROW(0, 0, "format", 0, OPTION_CHOICE, SHARED(format), 0, NULL, "output format"),
	ROW(0, 0, "quiet", 'q', OPTION_FLAG, SHARED(quiet), 0, NULL, "print only what matters"),
	ROW(0, 0, "verbose", 'v', OPTION_FLAG, SHARED(verbose), 0, NULL, "print more"),
	ROW(0, 0, "color", 0, OPTION_CHOICE, SHARED(color), 0, "auto|always|never",
		"use colours (default: auto; NO_COLOR is respected)"),
	ROW(0, 0, "help", 'h', OPTION_FLAG, SHARED(help), 0, NULL, "print this help"),
	ROW(0, 0, "version", 'V', OPTION_FLAG, SHARED(version), 0, NULL, "print the version"),
	{ 0 },
};
