/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/formats/read.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "doctor/base/check.h"
#include "doctor/checks.h"
#include "doctor/report/report.h"
#include "doctor/report/words.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/checkup/steps.h"
#include "driver/checkup/waivers.h"
#include "driver/cli/command.h"
#include "driver/cli/options.h"
#include "driver/cli/selection.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/request/targets.h"
#include "driver/run/report.h"

struct doctor_args {
	struct run_settings run;
	struct string_list from, checks, skip_checks;
	const char *added, *explain;
	bool list_checks;
};

/* What was audited, and all that it points into. */
struct doctor_session {
	struct doctor_args *args;
	struct log *logs;
	size_t log_count;
	struct table *left_out; /* names of benchmarks that --added leaves out; NULL: none */
	struct selection *selection; /* with --from */
	struct audit audit;
};

static int explain_list(FILE *out)
{
	for (size_t i = 0; all_checks[i]; i++)
		fprintf(out, "%-16s %s\n", all_checks[i]->name, all_checks[i]->summary);
	return EXIT_FINE;
}

/* As it would stand in bdriver.ini. */
static char *limit_value(const struct limit *limit)
{
	char text[FORMAT_SIZE], *blank;

	switch (limit->kind) {
	case LIMIT_DURATION:
		duration_text(limit->value, text, sizeof(text));
		while ((blank = strchr(text, ' ')))
			memmove(blank, blank + 1, strlen(blank));
		return memory_text(text);
	case LIMIT_PERCENT:
	case LIMIT_SHARE:
		return memory_format("%g%%", limit->value * 100);
	default:
		return memory_format("%g", limit->value);
	}
}

static void print_limits(const struct check *check, FILE *out)
{
	if (check->limits[0].name)
		fprintf(out, "\nLimits and their defaults, in [doctor] of bdriver.ini:\n");
	for (const struct limit *limit = check->limits; limit->name; limit++) {
		AUTO_FREE char *value = limit_value(limit);
		int column = fprintf(out, "  %s%s%s = %s", check->name,
			limit->name[0] ? "." : "", limit->name, value);

		wrap_print(limit->meaning, column, 32, WRAP_WIDTH, out);
	}
}

static int explain_unknown(const char *name)
{
	AUTO_FREE char *text = check_unknown(name);

	return message_error(EXIT_USAGE, "%s", text);
}

static int explain_check(const char *name, FILE *out)
{
	const struct check *check = check_find(name);
	unsigned needs;

	if (!check)
		return explain_unknown(name);
	needs = check->needs & ~(unsigned)NEED_TIMES;
	if (check->enough || check->min_samples)
		needs |= NEED_ENOUGH;
	fprintf(out, "%s: %s\n\n", check->name, check->summary);
	fputs(check_text(check), out);
	if (needs)
		fprintf(out, "\nNeeds of a log:\n");
	for (unsigned bit = 1; bit < NEED_COUNT; bit++)
		if (needs & 1u << bit)
			wrap_print(need_texts[bit], 0, 2, WRAP_WIDTH, out);
	print_limits(check, out);
	return EXIT_FINE;
}

static int check_names(const struct string_list *names)
{
	for (size_t i = 0; i < names->count; i++)
		if (!check_find(names->items[i]))
			return explain_unknown(names->items[i]);
	return 0;
}

static void say_unused(const struct doctor_session *session)
{
	for (size_t i = 0; i < session->audit.unused_count; i++) {
		AUTO_FREE char *text = audit_words_unused(session->audit.unused[i]);

		message_warning("%s", text);
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
static int say_nothing_added(const struct doctor_session *session)
{
	const struct doctor_args *args = session->args;

	if (!strcmp(args->run.shared.format, "text"))
		message_line(stdout, "Every benchmark is in %s as well: nothing was added.",
			args->added);
	else
		audit_format_find(args->run.shared.format)
			->write(&session->audit, &(struct audit_report_options){ 0 }, stdout);
	return EXIT_FINE;
}

/* Audits the logs and prints the report. */
static int report(struct doctor_session *session, struct settings *settings,
	const struct audit_choice *choice)
{
	const struct shared_options *shared = &session->args->run.shared;
	struct audit_report_options options = { .width = (size_t)terminal_width(stdout, 100),
		.color = terminal_color(shared->color, stdout),
		.infos = shared->verbose || session->args->checks.count > 0,
		.verbose = shared->verbose,
		.quiet = shared->quiet };
	struct err e;

	for (size_t i = 0; i < session->log_count; i++)
		waivers_take(settings, &session->logs[i], !shared->quiet);
	audit_logs(&session->audit, session->logs, session->log_count, settings, choice);
	/* Before an error, as rows that were left out may be its cause. */
	for (size_t i = 0; i < session->log_count && !shared->quiet; i++)
		message_log_warnings(&session->logs[i]);
	if (session->selection && selection_check(session->selection, NULL, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (!shared->quiet)
		say_unused(session);
	if (session->args->added && !session->audit.benches.count)
		return say_nothing_added(session);
	audit_format_find(shared->format)->write(&session->audit, &options, stdout);
	if (session->audit.errors)
		return EXIT_FOUND;
	return !audit_chosen(choice, check_find("fails")) && any_failed(&session->audit)
		       ? EXIT_UNMEASURED
		       : EXIT_FINE;
}

static int read_logs(struct doctor_session *session, char *const *paths, size_t count)
{
	struct err e;

	session->logs = memory_zeroed(count, sizeof(*session->logs));
	while (session->log_count < count) {
		size_t i = session->log_count++;

		if (log_read(&session->logs[i], paths[i], LOG_KEEP_SAMPLES, &e))
			return message_error(EXIT_USAGE, "%s", e.text);
	}
	return 0;
}

static bool takes(void *ctx, const char *suite, const char *benchmark)
{
	struct doctor_session *session = ctx;

	/* It is always asked: it notes its hits. */
	return selection_wants(suite, benchmark, session->selection) &&
	       !(session->left_out && table_find(session->left_out, benchmark));
}

/* Audits logs that are there. */
static int audit_from(struct doctor_session *session, struct audit_choice *choice, char **words,
	int count, struct config *config)
{
	struct doctor_args *args = session->args;
	struct err e;
	int code = 0;

	for (int i = 0; i < count; i++)
		string_list_add(&args->from, words[i]);
	if (config_read(config, &args->run.shared, &e) ||
		(args->added && checkup_names(config, args->added, session->left_out, &e)) ||
		!(session->selection = selection_of_log(&args->run.shared, &e)))
		code = message_error(EXIT_USAGE, "%s", e.text);
	if (!code)
		code = read_logs(session, args->from.items, args->from.count);
	choice->takes = takes;
	choice->ctx = session;
	choice->partial = true;
	if (!code)
		code = report(session, &config->doctor, choice);
	return code;
}

/* Measures, and audits the new log. */
static int audit_new(struct doctor_session *session, const struct audit_choice *choice,
	char **words, int count)
{
	AUTO(checkup_release) struct checkup checkup = { .choice = *choice };
	int code =
		checkup_find(&checkup, &session->args->run, words, count, session->args->added);

	if (!code && !checkup_any(&checkup))
		return say_nothing_added(session);
	if (!code)
		code = checkup_measure(&checkup, &session->args->run);
	if (!code)
		code = read_logs(session, &checkup.run.logs.path, 1);
	if (!code)
		code = report(session, &checkup.run.config.doctor, choice);
	if (!code && checkup.run.builds.left_out.count)
		code = EXIT_UNMEASURED;
	if (checkup.run.logs.path && session->log_count && !session->args->run.shared.quiet) {
		fflush(stdout); /* where both go to one place, the report comes first */
		message_line(stderr, "Log: %s", checkup.run.logs.path);
		if (error_file_exists(&checkup.run.errors))
			message_line(stderr, "What failed launches wrote: %s",
				checkup.run.errors.path);
	}
	if (session->log_count)
		run_report_left_out(&checkup.run.builds.left_out, stderr);
	return code;
}

static void release(struct doctor_session *session)
{
	audit_release(&session->audit);
	for (size_t i = 0; i < session->log_count; i++)
		log_release(&session->logs[i]);
	free(session->logs);
	table_free(session->left_out);
	selection_free(session->selection);
}

static int run(void *given, char **words, int count)
{
	struct doctor_args *args = given;
	const struct shared_options *shared = &args->run.shared;
	struct doctor_session session = { .args = args, .left_out = table_new() };
	struct audit_choice choice = {
		.only = (const char *const *)args->checks.items,
		.skip = (const char *const *)args->skip_checks.items,
		.partial = count || shared->suites.count || shared->filters.count ||
			   shared->tags.count || shared->skip_tags.count || args->added,
	};
	AUTO(config_release) struct config config = { 0 };
	int code;

	if (args->list_checks)
		code = explain_list(stdout);
	else if (args->explain)
		code = explain_check(args->explain, stdout);
	else if (check_names(&args->checks) || check_names(&args->skip_checks))
		code = EXIT_USAGE;
	else if (!any_check(&choice))
		code = message_error(EXIT_USAGE,
			"--check and --skip-check leave no check: nothing would be checked");
	else if (!args->from.count)
		code = audit_new(&session, &choice, words, count);
	else if (args->run.log.output || args->run.log.force)
		code = message_error(EXIT_USAGE, "--from reads logs and measures nothing: -o "
						 "and --force are not for it");
	else
		code = audit_from(&session, &choice, words, count, &config);
	release(&session);
	return code;
}

#define MEMBER(name) offsetof(struct doctor_args, name)
static const struct option_def options[] = {
	{ "from", 0, OPTION_TEXTS, MEMBER(from), 0, "LOG",
		"read this log and measure nothing; repeatable; all arguments are then logs as "
		"well (of foreign logs without iterations, the first is taken as 1, the second "
		"as 2)" },
	{ "output", 'o', OPTION_TEXT, MEMBER(run.log.output), 0, "LOG",
		"log to create (default: named by time, in bdriver-doctor)" },
	{ "force", 0, OPTION_FLAG, MEMBER(run.log.force), 0, NULL, "replace an existing log" },
	{ "added", 0, OPTION_TEXT, MEMBER(added), 0, "SUITE",
		"only benchmarks that are not in SUITE, usually the old build" },
	{ "check", 0, OPTION_LIST, MEMBER(checks), 0, "LIST",
		"run only these checks (separated by commas)" },
	{ "skip-check", 0, OPTION_LIST, MEMBER(skip_checks), 0, "LIST",
		"run all checks except these (separated by commas)" },
	{ "explain", 0, OPTION_TEXT, MEMBER(explain), 0, "CHECK",
		"print what a check means, why it matters and how to fix it, and measure "
		"nothing" },
	{ "list-checks", 0, OPTION_FLAG, MEMBER(list_checks), 0, NULL,
		"list all checks and measure nothing" },
	{ 0 },
};

const struct command command_doctor = {
	.summary = "check whether benchmarks are fit to be measured",
	.arguments = TARGETS,
	.details = "Measures each benchmark with 1, 2, 4 and 8 iterations, in five launches "
		   "each, without address space randomisation. Findings that a busy machine "
		   "may have caused are measured again, alone. To waive a finding, write "
		   "ignore = CHECK:BENCH into [doctor] of bdriver.ini, or tag the benchmark "
		   "doctor-ignore-CHECK. Exit code 1: at least one error that is not waived.",
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
