/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "compare/base/glob.h"
#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/formats/read.h"
#include "doctor/checks.h"
#include "doctor/report/report.h"
#include "doctor/report/words.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/checkup/checkup.h"
#include "driver/checkup/explain.h"
#include "driver/checkup/plot_file.h"
#include "driver/checkup/waivers.h"
#include "driver/cli/command.h"
#include "driver/cli/log_selection.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/logs/calibration_report.h"

struct doctor_args {
	struct shared_options shared;
	struct string_list from, checks, skip_checks;
	const char *output, *added, *explain, *plot, *plot_svg;
	bool force, list_checks;
};

/* What was audited, and all that it points into. */
struct visit {
	const struct doctor_args *args;
	struct log *logs;
	size_t log_count;
	struct table *left_out; /* names of benchmarks that --added leaves out; NULL: none */
	struct log_selection selection; /* with --from */
	struct audit audit;
};

static int check_names(const struct string_list *names)
{
	for (size_t i = 0; i < names->count; i++)
		if (!check_find(names->items[i]))
			return explain_unknown(names->items[i]);
	return 0;
}

static void say_unused(const struct visit *visit)
{
	for (size_t i = 0; i < visit->audit.unused_count; i++) {
		char *text = audit_words_unused(visit->audit.unused[i]);

		message_warning("%s", text);
		free(text);
	}
}

static bool any_check(const struct audit_choice *choice)
{
	for (size_t i = 0; all_checks[i]; i++)
		if (audit_chosen(choice, all_checks[i]))
			return true;
	return false;
}

static bool any_failed(const struct audit *audit)
{
	for (size_t i = 0; i < audit->benches.count; i++)
		if (!audit->benches.items[i].series_count &&
			audit->benches.items[i].failed_count &&
			audit->benches.items[i].failed[0]->status != OUTCOME_SKIPPED)
			return true;
	return false;
}

/* In words for people; other forms have a report of nothing. */
static int say_nothing_added(const struct visit *visit)
{
	const struct doctor_args *args = visit->args;

	if (!strcmp(args->shared.format, "text"))
		printf("Every benchmark is in %s as well: nothing was added.\n", args->added);
	else
		audit_format_find(args->shared.format)
			->write(&visit->audit, &(struct audit_report_options){ 0 }, stdout);
	return EXIT_FINE;
}

/* Prints what the logs tell. */
static int report(
	struct visit *visit, struct settings *settings, const struct audit_choice *choice)
{
	const struct shared_options *shared = &visit->args->shared;
	struct audit_report_options options = { .width = (size_t)terminal_width(stdout, 100),
		.color = terminal_color(shared->color, stdout),
		.infos = shared->verbose || visit->args->checks.count > 0,
		.verbose = shared->verbose,
		.quiet = shared->quiet };
	struct err e;

	for (size_t i = 0; i < visit->log_count; i++)
		waivers_take(settings, &visit->logs[i], !shared->quiet);
	audit_logs(&visit->audit, visit->logs, visit->log_count, settings, choice);
	/* Before an error, as rows that were left out may be its cause. */
	for (size_t i = 0; i < visit->log_count && !shared->quiet; i++)
		message_log_warnings(&visit->logs[i]);
	if (visit->selection.selection && log_selection_check(&visit->selection, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	calibration_report(&visit->audit);
	if (!shared->quiet)
		say_unused(visit);
	if (visit->args->plot || visit->args->plot_svg)
		return plot_patients(&visit->audit.benches, visit->args->plot_svg, stdout);
	if (visit->args->added && !visit->audit.benches.count)
		return say_nothing_added(visit);
	audit_format_find(shared->format)->write(&visit->audit, &options, stdout);
	if (visit->audit.errors)
		return EXIT_FOUND;
	return !audit_chosen(choice, check_find("fails")) && any_failed(&visit->audit)
		       ? EXIT_UNMEASURED
		       : EXIT_FINE;
}

static int read_logs(struct visit *visit, const char *const *paths, size_t count)
{
	struct err e;

	visit->logs = memory_zeroed(count, sizeof(*visit->logs));
	for (size_t i = 0; i < count; i++) {
		visit->log_count++;
		if (log_read(&visit->logs[i], paths[i], LOG_KEEP_SAMPLES, &e))
			return message_error(EXIT_USAGE, "%s", e.text);
	}
	return 0;
}

static bool takes(void *ctx, const char *suite, const char *benchmark)
{
	struct visit *visit = ctx;

	/* It is always asked: it notes its hits. */
	return log_selection_wants(suite, benchmark, &visit->selection) &&
	       !(visit->left_out && table_find(visit->left_out, benchmark)) &&
	       (!visit->args->plot || glob_names(visit->args->plot, suite, benchmark));
}

/* Audits logs that are there. */
static int audit_from(struct visit *visit, struct audit_choice *choice, char **words, int count,
	struct config *config)
{
	const struct doctor_args *args = visit->args;
	const char **paths = memory_zeroed(args->from.count + (size_t)count, sizeof(*paths));
	struct err e;
	int code = 0;

	for (size_t i = 0; i < args->from.count; i++)
		paths[i] = args->from.items[i];
	for (int i = 0; i < count; i++)
		paths[args->from.count + (size_t)i] = words[i];
	if (config_read(config, args->shared.config, &e) ||
		(args->added && checkup_names(config, args->added, visit->left_out, &e)) ||
		log_selection_init(&visit->selection, &args->shared, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	if (!code)
		code = read_logs(visit, paths, args->from.count + (size_t)count);
	choice->takes = takes;
	choice->ctx = visit;
	choice->partial = true;
	if (!code)
		code = report(visit, &config->doctor, choice);
	free(paths);
	return code;
}

/* Measures, and audits the new log. */
static int audit_new(
	struct visit *visit, const struct audit_choice *choice, char **words, int count)
{
	struct checkup checkup = { .choice = *choice };
	char *plotted[] = { (char *)visit->args->plot, NULL };
	const char *path;
	int code;

	if (visit->args->plot) {
		words = plotted;
		count = 1;
	}
	code = checkup_find(&checkup, &visit->args->shared, words, count, visit->args->added);
	if (!code && !checkup_any(&checkup)) {
		code = say_nothing_added(visit);
		goto out;
	}
	if (!code)
		code = checkup_measure(&checkup, &visit->args->shared, visit->args->output,
			visit->args->force);
	path = checkup.run.log;
	if (!code)
		code = read_logs(visit, &path, 1);
	if (!code)
		code = report(visit, &checkup.run.config.doctor, choice);
	if (checkup.run.log && visit->log_count && !visit->args->shared.quiet) {
		fflush(stdout); /* where both go to one place, the report comes first */
		fprintf(stderr, "Log: %s\n", checkup.run.log);
	}
out:
	checkup_release(&checkup);
	return code;
}

static void release(struct visit *visit)
{
	audit_release(&visit->audit);
	for (size_t i = 0; i < visit->log_count; i++)
		log_release(&visit->logs[i]);
	free(visit->logs);
	table_free(visit->left_out);
	log_selection_release(&visit->selection);
}

static int refuse_from(const struct doctor_args *args)
{
	if (args->output || args->force)
		return message_error(EXIT_USAGE,
			"--from reads logs and measures nothing: -o and --force are not for "
			"it");
	return 0;
}

static int run(void *given, char **words, int count)
{
	const struct doctor_args *args = given;
	const struct shared_options *shared = &args->shared;
	struct visit visit = { .args = args, .left_out = table_new() };
	struct audit_choice choice = {
		.only = (const char *const *)args->checks.items,
		.skip = (const char *const *)args->skip_checks.items,
		.partial = count || shared->suites.count || shared->filters.count ||
			   shared->tags.count || shared->skip_tags.count || args->added,
	};
	struct config config = { 0 };
	int code;

	if (args->list_checks)
		code = explain_list(stdout);
	else if (args->explain)
		code = explain_check(args->explain, stdout);
	else if (args->plot_svg && !args->plot)
		code = message_error(
			EXIT_USAGE, "--plot-svg FILE needs --plot BENCH: of which benchmark?");
	else if (args->plot && count && !args->from.count)
		code = message_error(EXIT_USAGE, "--plot names the benchmark: no other can be");
	else if (check_names(&args->checks) || check_names(&args->skip_checks))
		code = EXIT_USAGE;
	else if (!any_check(&choice))
		code = message_error(EXIT_USAGE,
			"--check and --skip-check leave no check: nothing would be looked at");
	else if (!args->from.count)
		code = audit_new(&visit, &choice, words, count);
	else if (!(code = refuse_from(args)))
		code = audit_from(&visit, &choice, words, count, &config);
	release(&visit);
	config_release(&config);
	return code;
}

#define MEMBER(name) offsetof(struct doctor_args, name)
static const struct option_def options[] = {
	{ "from", 0, OPTION_TEXTS, "LOG",
		"read this log and measure nothing; repeatable; all arguments are then logs as "
		"well (of foreign logs without iterations, the first is taken as 1, the second "
		"as 2)",
		MEMBER(from), 0 },
	{ "output", 'o', OPTION_TEXT, "LOG", "log to create (default: named by time)",
		MEMBER(output), 0 },
	{ "force", 0, OPTION_FLAG, NULL, "replace an existing log", MEMBER(force), 0 },
	{ "added", 0, OPTION_TEXT, "SUITE", "only benchmarks whose names this suite lacks",
		MEMBER(added), 0 },
	{ "check", 0, OPTION_LIST, "LIST", "run only these checks (separated by commas)",
		MEMBER(checks), 0 },
	{ "skip-check", 0, OPTION_LIST, "LIST",
		"run all checks except these (separated by commas)", MEMBER(skip_checks), 0 },
	{ "explain", 0, OPTION_TEXT, "CHECK",
		"print what a check means, why it matters and how to fix it, and measure "
		"nothing",
		MEMBER(explain), 0 },
	{ "list-checks", 0, OPTION_FLAG, NULL, "list all checks and measure nothing",
		MEMBER(list_checks), 0 },
	{ "plot", 0, OPTION_TEXT, "BENCH",
		"plot this benchmark (a name or a glob) instead of checking it: time against "
		"iterations, and the samples of its launches",
		MEMBER(plot), 0 },
	{ "plot-svg", 0, OPTION_TEXT, "FILE", "with --plot: write the plot to this file as SVG",
		MEMBER(plot_svg), 0 },
	{ 0 },
};

const struct command command_doctor = {
	.summary = "check whether benchmarks are fit to be measured",
	.arguments = "[BENCH...]",
	.details = "Measures each benchmark with 1, 2, 4 and 8 iterations, in five launches "
		   "each, without address space randomisation. Findings that a busy machine "
		   "may have caused are measured again, alone. To waive a finding, write "
		   "ignore = CHECK:BENCH into the configuration, or tag the benchmark "
		   "doctor-ignore-CHECK. Exit code 1: at least one error that is not waived.",
	.min_arguments = 0,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "doctor",
			.shared = SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE,
			.formats = AUDIT_FORMATS,
			.own = options,
			.size = sizeof(struct doctor_args),
		},
	.run = run,
};
