/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cmd/commands.h"
#include "driver/base/command_line.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"
#include "driver/cli/gone.h"
#include "driver/cli/help.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/print/layout.h"

extern const struct command command_run;
extern const struct command command_calibrate;
extern const struct command command_try;
extern const struct command command_list;
extern const struct command command_env;
extern const struct command command_compare;
extern const struct command command_history;
extern const struct command command_report;
extern const struct command command_bisect;
extern const struct command command_explain;
extern const struct command command_fit;
extern const struct command command_show;
extern const struct command command_convert;
extern const struct command command_merge;
extern const struct command command_doctor;
extern const struct command command_init;

/* In the order of --help; one that is not here does not exist. */
static const struct command *const commands[] = {
	&command_run,
	&command_try,
	&command_doctor,
	&command_fit,
	&command_calibrate,
	&command_env,
	&command_init,
	&command_compare,
	&command_report,
	&command_explain,
	&command_list,
	&command_show,
	&command_convert,
	&command_merge,
	&command_history,
	&command_bisect,
	NULL,
};

/* What --help says above these commands. */
static const char *heading(const struct command *c)
{
	return c == &command_run       ? "Commands that measure:"
	       : c == &command_compare ? "\nCommands that look at what was measured:"
	       : c == &command_history ? "\nCommands for every night:"
				       : NULL;
}

static void overview(FILE *out)
{
	fprintf(out, "Usage: bdriver COMMAND [OPTION...] [ARGUMENT...]\n\n"
		     "Measures suites of benchmarks, audits them, and compares two logs.\n\n");
	for (size_t i = 0; commands[i]; i++) {
		if (heading(commands[i]))
			fprintf(out, "%s\n", heading(commands[i]));
		fprintf(out, "  %-10s %s\n", commands[i]->options->name, commands[i]->summary);
	}
	fprintf(out,
		"\n`bdriver help COMMAND` or `bdriver COMMAND --help` describes one command;\n"
		"`bdriver --version` prints the version. BDRIVER_WORKERS and four other\n"
		"variables stand for options, see bdriver(1). Exit codes: 0 success; 1 "
		"regression\n"
		"or error found; 2 wrong usage or configuration, or unreadable log; 3 some\n"
		"benchmarks could not be measured, or the time of a benchmark with identical\n"
		"code changed by more than 25 %% in all rounds; 4 output could not be "
		"written;\n"
		"5 not decided: nothing was compared, or nothing can show whether the machine\n"
		"or the program got slower, or --require-resolution is not reached;\n"
		"6 bdriver try: the same code.\n");
}

static void help_command(const struct command *c, FILE *out)
{
	bool asks = c->summary[strlen(c->summary) - 1] == '?';

	fprintf(out, "Usage: bdriver %s [OPTION...]%s%s\n\n%c%s%s\n", c->options->name,
		*c->arguments ? " " : "", c->arguments, toupper((unsigned char)*c->summary),
		c->summary + 1, asks ? "" : ".");
	if (c->details)
		wrap_print(c->details, 0, 0, WRAP_WIDTH, out);
	for (size_t i = 0; c->verbs && c->verbs[i]; i++)
		fprintf(out, "%s  %-10s %s\n", i ? "" : "\nWords:\n", command_word(c->verbs[i]),
			c->verbs[i]->summary);
	help_options(c->options, out);
}

static const struct command *find_command(const struct command *const *among, const char *word)
{
	for (size_t i = 0; among[i]; i++)
		if (strcmp(command_word(among[i]), word) == 0)
			return among[i];
	return NULL;
}

/* Of the program, or a word of the command `of`. */
static int unknown_command(const struct command *of, const char *name)
{
	const struct command *const *among = of ? of->verbs : commands;
	const char *before = of ? of->options->name : "", *blank = of ? " " : "";
	AUTO(string_list_release) struct string_list names = { 0 };
	struct err e;

	if (!of && gone_name(name, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	for (size_t i = 0; among[i]; i++)
		string_list_add(&names, command_word(among[i]));
	return message_error(EXIT_USAGE, "unknown command '%s%s%s'%s; see bdriver %s%s--help",
		before, blank, name, suggestion(&names, name).text, before, blank);
}

static int count_is_wrong(const struct command *c, char **args, int count)
{
	if (count < c->min_arguments)
		return message_error(EXIT_USAGE, "usage: bdriver %s [OPTION...] %s",
			c->options->name, c->arguments);
	return message_error(EXIT_USAGE,
		"unexpected argument '%s'; usage: bdriver %s [OPTION...]%s%s",
		args[c->max_arguments], c->options->name, *c->arguments ? " " : "",
		c->arguments);
}

static int version(void)
{
	printf("bdriver %s\n", BD_VERSION);
	return EXIT_FINE;
}

/* Of the program, of its history, and those that launches and hooks get. */
static const char *const other_variables[] = { "BDRIVER_LOCK", "BDRIVER_HISTORY",
	"BDRIVER_WORKER", "BDRIVER_PADDING", "BDRIVER_BUILD", "BDRIVER_REVISION" };

/*
 * Takes the variable of each option of the set that `options` lacks, unless it is empty, and
 * adds "--NAME=VALUE" to the words. With --resume, nothing: all was said when the run was
 * started. -1 with a sentence if a value is no value of its option.
 */
static int take_variables(
	const struct option_set *set, void *options, struct string_list *words, struct err *e)
{
	const struct option_def *def;
	struct err why;

	if (set->shared & SHARED_OWN && ((const struct run_settings *)options)->log.resume)
		return 0;
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		AUTO_FREE char *variable = options_variable(def->name);
		const char *value = variable ? getenv(variable) : NULL;

		if (!value || !*value || options_has(def, options))
			continue;
		if (options_store(set, def, options, value, &why))
			return bd_err(e, "%s: --%s: %s", variable, def->name, why.text);
		string_list_addf(words, "--%s=%s", def->name, value);
	}
	return 0;
}

/* Warns of each BDRIVER_ variable that nothing reads, once a process. */
static void warn_of_variables(void)
{
	AUTO(string_list_release) struct string_list known = { 0 };

	for (const struct option_row *row = option_rows; row->def.name; row++) {
		AUTO_FREE char *name = options_variable(row->def.name);

		if (name)
			string_list_add(&known, name);
	}
	for (size_t i = 0; i < ARRAY_SIZE(other_variables); i++)
		string_list_add(&known, other_variables[i]);
	for (char **variable = environ; variable && *variable; variable++) {
		AUTO_FREE char *name =
			memory_format("%.*s", (int)strcspn(*variable, "="), *variable);

		if (strncmp(name, OPTIONS_VARIABLE, strlen(OPTIONS_VARIABLE)) == 0 &&
			!string_list_has(&known, name))
			message_warning("%s is no variable of bdriver, see bdriver(1)%s", name,
				suggestion(&known, name).text);
	}
}

/* Variables stand before the words of the command line, so that a log records them. They live
 * as long as `all`, which the caller frees. */
static void keep_words(
	char **all, int argc, char *const *argv, const struct string_list *variables)
{
	memcpy(all, argv, 2 * sizeof(*all));
	memcpy(all + 2, variables->items, variables->count * sizeof(*all));
	memcpy(all + 2 + variables->count, argv + 2, (size_t)(argc - 2) * sizeof(*all));
	command_line_keep(argc + (int)variables->count, all);
}

/* Does the work, or prints why not. */
static int run_parsed(const struct command *c, struct shared_options *shared, char **args,
	int count, const struct err *e)
{
	AUTO_FREE char *format =
		c->options->formats
			? memory_format("%.*s", (int)strcspn(c->options->formats, "|"),
				  c->options->formats)
			: NULL;

	if (shared->help) {
		help_command(c, stdout);
		return EXIT_FINE;
	}
	if (shared->version)
		return version();
	if (count < 0)
		return message_error(EXIT_USAGE, "%s", e->text);
	if (count < c->min_arguments || (c->max_arguments >= 0 && count > c->max_arguments))
		return count_is_wrong(c, args, count);
	if (!shared->format)
		shared->format = format;
	return c->run(shared, args, count);
}

static int run_command(const struct command *c, int argc, char **argv)
{
	AUTO(string_list_release) struct string_list variables = { 0 };
	AUTO_FREE char **args = memory_zeroed((size_t)argc + 1, sizeof(*args)), **all = NULL;
	AUTO_FREE void *options = memory_zeroed(1, c->options->size);
	struct shared_options *shared = options;
	struct err e;
	int code, count = options_parse(c->options, argc - 1, argv + 1, options, args, &e);

	if (count >= 0 && !shared->help && !shared->version) {
		warn_of_variables();
		if (take_variables(c->options, options, &variables, &e))
			count = -1;
	}
	if (variables.count) {
		all = memory_zeroed((size_t)argc + variables.count + 1, sizeof(*all));
		keep_words(all, argc, argv, &variables);
	}
	code = run_parsed(c, shared, args, count, &e);
	options_release(c->options, options);
	return code;
}

/* Finds the word, takes it out of the arguments and runs it; without one the command itself. */
static int run_word(const struct command *c, int argc, char **argv)
{
	AUTO_FREE char **args = memory_zeroed((size_t)argc + 1, sizeof(*args));
	AUTO_FREE void *options = memory_zeroed(1, c->all->size);
	struct err e;
	int i = 2, count = options_parse(c->all, argc - 1, argv + 1, options, args, &e);
	const struct command *verb = count > 0 ? find_command(c->verbs, args[0]) : c;

	options_release(c->all, options);
	if (count < 0)
		return message_error(EXIT_USAGE, "%s", e.text);
	if (!verb)
		return unknown_command(c, args[0]);
	if (verb == c)
		return run_command(c, argc, argv);
	while (argv[i] != args[0])
		i++;
	memmove(&argv[i], &argv[i + 1], (size_t)(argc - i) * sizeof(*argv));
	return run_command(verb, argc - 1, argv);
}

/* `help --man` and `help --completion`: what packages install. */
static int help_made(const char *what, const char *word)
{
	const struct command *c = find_command(commands, word);

	if (strcmp(what, "--completion") == 0 && !completion_script(word, commands, stdout))
		return EXIT_FINE;
	if (strcmp(what, "--man") == 0 && c) {
		manual_page(c, stdout);
		return EXIT_FINE;
	}
	if (strcmp(what, "--man") == 0 && strcmp(word, "commands") == 0) {
		manual_commands(commands, stdout);
		return EXIT_FINE;
	}
	return message_error(EXIT_USAGE,
		"usage: bdriver help [COMMAND], bdriver help --completion bash|zsh|fish, or "
		"bdriver help --man COMMAND");
}

static int help(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		overview(stdout);
		return EXIT_FINE;
	}
	if (strncmp(argv[1], "--", 2) == 0)
		return help_made(argv[1], argc > 2 ? argv[2] : "");
	c = find_command(commands, argv[1]);
	if (!c)
		return unknown_command(NULL, argv[1]);
	if (argc > 2 && c->verbs && !find_command(c->verbs, argv[2]))
		return unknown_command(c, argv[2]);
	help_command(argc > 2 && c->verbs ? find_command(c->verbs, argv[2]) : c, stdout);
	return EXIT_FINE;
}

static int dispatch(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		overview(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)
		return version();
	if (strcmp(argv[1], "help") == 0)
		return help(argc - 1, argv + 1);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return help(1, argv);
	if (argv[1][0] == '-')
		return message_error(EXIT_USAGE,
			"a command comes first, not '%s'; see bdriver --help", argv[1]);
	c = find_command(commands, argv[1]);
	if (!c)
		return unknown_command(NULL, argv[1]);
	return c->verbs ? run_word(c, argc, argv) : run_command(c, argc, argv);
}

int commands_main(int argc, char **argv)
{
	int code = dispatch(argc, argv);

	/* A full disk behind standard output shows itself only here. */
	if (fflush(stdout) != 0 || ferror(stdout))
		return message_error(EXIT_WRITE, "standard output could not be written: %s",
			strerror(errno));
	return code;
}
