/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/print/layout.h"
#include "driver/base/command_line.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/bundle/bundle.h"
#include "driver/bundle/replication.h"
#include "driver/cli/command.h"
#include "driver/cmd/run.h"
#include "driver/logs/compare.h"
#include "driver/suite/adapter.h"
#include "driver/suite/tree.h"

struct replicate_args {
	struct shared_options shared;
	const char *output, *old, *new;
	bool yes;
};

#define MEMBER(name) offsetof(struct replicate_args, name)

static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "FOLDER",
		"new folder for the bundle's files and the run (default: replication)" },
	{ "old", 0, OPTION_TEXT, MEMBER(old), 0, "DIR",
		"your own build of the old side, in place of the bundle's" },
	{ "new", 0, OPTION_TEXT, MEMBER(new), 0, "DIR", "the same of the new side" },
	{ "yes", 'y', OPTION_FLAG, MEMBER(yes), 0, NULL, "execute without asking" },
	{ 0 },
};

/* What is done: paths below the folder of the output. */
struct plan {
	char *output, *bundle, *run, *builds[2], *config;
	char *empty; /* a configuration: that of the bundle could name commands */
	struct string_list
		suites;           /* names of the bundle's own; empty: of the reader's builds */
	struct string_list words; /* of the run */
};

static void plan_release(struct plan *plan)
{
	free(plan->output);
	free(plan->bundle);
	free(plan->empty);
	free(plan->run);
	free(plan->builds[0]);
	free(plan->builds[1]);
	free(plan->config);
	string_list_release(&plan->suites);
	string_list_release(&plan->words);
}

static int make_folder(const char *path)
{
	if (mkdir(path, 0755) == 0)
		return EXIT_FINE;
	return errno == EEXIST ? message_error(EXIT_USAGE,
					 "%s is there already; name a new folder with -o", path)
			       : message_error(EXIT_WRITE, "%s: %s", path, strerror(errno));
}

static int write_empty(const char *path)
{
	FILE *out = fopen(path, "wxe");

	return out && !fclose(out) ? EXIT_FINE
				   : message_error(EXIT_WRITE, "%s: %s", path, strerror(errno));
}

static int unpack(struct plan *plan, const struct replicate_args *args, const char *file)
{
	const char *output = args->output ? args->output : "replication";
	char *absolute;
	int code = make_folder(output);

	if (code)
		return code;
	absolute = realpath(output, NULL);
	plan->bundle = memory_format("%s/bundle", absolute ? absolute : output);
	plan->run = memory_format("%s/run", output);
	plan->config = memory_format("%s/bdriver.ini", plan->bundle);
	plan->empty = memory_format("%s/bdriver.ini", output);
	plan->output = absolute;
	code = make_folder(plan->bundle);
	code = code ? code : write_empty(plan->empty);
	return code ? code : bundle_unpack(file, plan->bundle);
}

/* The reader's builds, or else the bundle's. */
static int find_builds(struct plan *plan, const struct replicate_args *args, const char *file)
{
	AUTO_FREE char *builds;

	if (!args->old != !args->new)
		return message_error(
			EXIT_USAGE, "give both --old DIR and --new DIR, or neither");
	builds = args->old ? NULL : bundle_builds(plan->bundle);
	if (!args->old && !builds)
		return message_error(EXIT_USAGE,
			"%s has no executables: give your own builds, --old DIR --new DIR, or "
			"have it made with bdriver bundle --builds",
			file);
	plan->builds[0] = args->old ? memory_text(args->old) : memory_format("%s/old", builds);
	plan->builds[1] = args->new ? memory_text(args->new) : memory_format("%s/new", builds);
	return EXIT_FINE;
}

/* A number of the log as an option. */
static void add_setting(
	struct string_list *words, const struct log *log, const char *key, const char *option)
{
	const char *value = log_meta(log, key);

	if (value && *value && strspn(value, "0123456789") == strlen(value))
		string_list_addf(words, "--%s=%s%s", option, value,
			path_ends_with(key, "_ns") ? "ns" : "");
}

/* The bundle's programs are named, as not all are found by themselves. A name that leads
 * elsewhere is not one of them. */
static void add_suites(struct plan *plan, const struct log *log)
{
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const char *name = log->benchmarks[i].suite;
		AUTO_FREE char *key = memory_format("suite.%s.adapter", name);
		AUTO_FREE char *path = memory_format("%s/%s", plan->builds[1], name);
		const char *adapter = log_meta(log, key);

		if (strchr(name, '/') || *name == '.' || string_list_has(&plan->suites, name))
			continue;
		string_list_add(&plan->suites, name);
		string_list_addf(&plan->words, "--suite=%s", name);
		if (adapter && !adapter_recognise(path))
			string_list_addf(&plan->words, "--adapter=%s", adapter);
	}
}

/* The words of the run: seed, rounds and benchmarks are those of the log. */
static int plan_run(struct plan *plan, const struct replicate_args *args)
{
	struct string_list *words = &plan->words;
	char *folder[] = { plan->bundle }, *paths[2] = { NULL, NULL };
	AUTO(log_release) struct log log = { 0 };
	struct err e;
	int code = compare_paths(folder, 1, paths);

	if (!code && log_read(&log, paths[1], LOG_KEEP_SUMMARIES, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	if (!code) {
		const char *profile = log_meta(&log, "profile");

		string_list_add(words, "run");
		if (args->shared.quiet)
			string_list_add(words, "--quiet");
		string_list_addf(words, "--old=%s", plan->builds[0]);
		string_list_addf(words, "--new=%s", plan->builds[1]);
		string_list_addf(words, "--output=%s", plan->run);
		if (!args->old)
			add_suites(plan, &log);
		add_setting(words, &log, "seed", "seed");
		if (profile && strcmp(profile, "smoke") == 0) {
			string_list_add(words, "--profile=smoke");
		} else {
			add_setting(words, &log, "rounds", "rounds");
			add_setting(words, &log, "launch_time_ns", "launch-time");
		}
		string_list_addf(words, "--config=%s", plan->empty);
		string_list_add(words, "--");
		for (size_t i = 0; i < log.benchmark_count; i++)
			string_list_addf(words, "%s/%s", log.benchmarks[i].suite,
				log.benchmarks[i].name);
	}
	free(paths[0]);
	free(paths[1]);
	return code;
}

/* As the run will find them: hidden ones and those in folders too. */
static void show_programs(const char *folder, const struct string_list *suites)
{
	AUTO(string_list_release) struct string_list paths = { 0 }, skipped = { 0 };

	for (size_t i = 0; i < suites->count; i++)
		string_list_addf(&paths, "%s/%s", folder, suites->items[i]);
	if (!suites->count)
		suite_tree_find(folder, NULL, &paths, &skipped);
	for (size_t i = 0; i < paths.count; i++) {
		printf("  ");
		layout_put(stdout, false, STYLE_PLAIN, paths.items[i]);
		putchar('\n');
	}
}

/* Shows what will be executed. Returns 0 if it may be. */
static int ask(const struct plan *plan, const struct replicate_args *args)
{
	char answer[8] = "";

	printf("These programs will be executed:\n");
	show_programs(plan->builds[0], &plan->suites);
	show_programs(plan->builds[1], &plan->suites);
	printf("as bdriver");
	for (size_t i = 0; strcmp(plan->words.items[i], "--") != 0; i++) {
		putchar(' ');
		layout_put(stdout, false, STYLE_PLAIN, plan->words.items[i]);
	}
	printf("\n");
	if (args->yes)
		return EXIT_FINE;
	if (!isatty(STDIN_FILENO))
		return message_error(
			EXIT_USAGE, "nobody can be asked here: --yes executes them");
	printf("Execute them? [y/N] ");
	fflush(stdout);
	if (fgets(answer, sizeof(answer), stdin) && (*answer == 'y' || *answer == 'Y'))
		return EXIT_FINE;
	return message_error(EXIT_USAGE, "nothing was executed");
}

static int run(const struct plan *plan)
{
	size_t count = plan->words.count;
	AUTO_FREE char **argv = memory_zeroed(count + 2, sizeof(*argv)),
		       **left = memory_zeroed(count + 2, sizeof(*left));
	struct run_options run = { 0 };
	struct err e;
	int words, code;

	argv[0] = (char *)"bdriver";
	memcpy(argv + 1, plan->words.items, count * sizeof(*argv));
	command_line_keep((int)count + 1, argv);
	words = options_parse(&run_option_set, (int)count, argv + 1, &run, left, &e);
	code = words < 0 ? message_error(EXIT_USAGE, "%s", e.text)
			 : run_start(&run, left, words);
	options_release(&run_option_set, &run);
	return code;
}

static int print_both(const struct plan *plan)
{
	struct replication replication = { 0 };
	int code = effects_read(&replication.there, plan->bundle, plan->config);

	code = code ? code : effects_read(&replication.here, plan->run, plan->config);
	printf("\n");
	code = code ? code : replication_print(&replication);
	effects_release(&replication.there);
	effects_release(&replication.here);
	return code;
}

static bool has_result(int code)
{
	return code == EXIT_FINE || code == EXIT_FOUND || code == EXIT_UNMEASURED ||
	       code == EXIT_BLIND;
}

static int replicate_run(void *given, char **words, int count)
{
	const struct replicate_args *args = given;
	AUTO(plan_release) struct plan plan = { 0 };
	int code = unpack(&plan, args, words[0]);

	(void)count;
	code = code ? code : find_builds(&plan, args, words[0]);
	code = code ? code : plan_run(&plan, args);
	code = code ? code : ask(&plan, args);
	if (!code) {
		code = run(&plan);
		code = has_result(code) ? print_both(&plan) : code;
	} else if (plan.output) {
		scratch_remove(plan.output);
	}
	return code;
}

const struct command command_replicate = {
	.summary = "measure what a bundle measured, and compare: does it hold here?",
	.arguments = "FILE",
	.details =
		"Runs the benchmarks of a bundle with its seed, rounds and launch time on this "
		"machine. Shows what it will execute, and asks. Then prints which changes hold "
		"here: yes (exit code 0), no (1), or cannot tell (5). A change holds if it is "
		"called here as well, in the same direction.",
	.min_arguments = 1,
	.max_arguments = 1,
	.options =
		&(const struct option_set){
			.name = "replicate",
			.own = options,
			.size = sizeof(struct replicate_args),
		},
	.run = replicate_run,
};
