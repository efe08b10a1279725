/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/help.h"

#include <ctype.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/layout.h"
#include "driver/base/embed.h"
#include "driver/cli/environment.h"

#define HELP_COLUMN 28

static void print_option(const struct option_set *set, const struct option_def *def, FILE *out)
{
	const char *argument = def->argument ? def->argument : set->formats;
	AUTO_FREE char *help = NULL;
	int column;

	if (def->letter)
		column = fprintf(out, "  -%c, --%s", def->letter, def->name);
	else
		column = fprintf(out, "      --%s", def->name);
	if (def->kind != OPTION_FLAG)
		column += fprintf(out, " %s", argument);
	if (def->argument || def->kind == OPTION_FLAG) {
		wrap_print(def->help, column, HELP_COLUMN, WRAP_WIDTH, out);
		return;
	}
	help = memory_format(
		"%s (default: %.*s)", def->help, (int)strcspn(argument, "|"), argument);
	wrap_print(help, column, HELP_COLUMN, WRAP_WIDTH, out);
}

const char *command_word(const struct command *command)
{
	const char *blank = strrchr(command->options->name, ' ');

	return blank ? blank + 1 : command->options->name;
}

/* Its options, or those of all its words. */
static const struct option_set *all_options(const struct command *command)
{
	return command->all ? command->all : command->options;
}

/* The option of this name, of `size` bytes. */
static const struct option_def *named(
	const struct option_set *set, const char *name, size_t size)
{
	const struct option_def *def;

	for (size_t i = 0; (def = options_at(set, i)); i++)
		if (strlen(def->name) == size && memcmp(def->name, name, size) == 0)
			break;
	return def;
}

static void print_group(
	const struct option_set *set, const struct option_group *group, FILE *out)
{
	const struct option_def *def;
	size_t size;

	fprintf(out, "\n%s:\n", group->title);
	for (const char *name = group->names; *name; name += size + strspn(name + size, " ")) {
		size = strcspn(name, " ");
		def = named(set, name, size);
		if (def)
			print_option(set, def, out);
	}
}

void help_options(const struct option_set *set, FILE *out)
{
	const struct option_def *def;

	for (const struct option_group *g = set->groups; g && g->title; g++)
		print_group(set, g, out);
	if (set->groups)
		return;
	for (size_t i = 0; (def = options_own(set, i)); i++) {
		if (!i)
			fprintf(out, "\nOptions:\n");
		print_option(set, def, out);
	}
	fprintf(out, "\nShared options:\n");
	for (size_t i = 0; (def = options_shared(set, i)); i++)
		print_option(set, def, out);
}

/* Raise it with the texts. */
#define DATE "November 22, 2026"

/* A word of running text: a hyphen that begins an option stays one when it is copied. */
static void put_text(const char *text, size_t size, FILE *out)
{
	for (size_t i = 0; i < size; i++) {
		bool begins = i == 0 || strchr(" (-", text[i - 1]);

		if (text[i] == '\\')
			fputs("\\e", out);
		else if (i == 0 && (text[i] == '.' || text[i] == '\''))
			fprintf(out, "\\&%c", text[i]);
		else if (text[i] == '-' && begins)
			fputs("\\-", out);
		else
			fputc(text[i], out);
	}
}

/* Does a sentence end here, at which mdoc(7) wants a new line? */
static bool ends_sentence(const char *p)
{
	return strchr(".?", p[0]) && p[1] == ' ' &&
	       (isupper((unsigned char)p[2]) || p[2] == '(');
}

/* Paragraphs, a line a sentence. */
static void put_lines(const char *text, FILE *out)
{
	while (*text) {
		size_t size = 0;

		text += strspn(text, " \n");
		while (text[size] && text[size] != '\n' && !ends_sentence(text + size))
			size++;
		size += text[size] && text[size] != '\n';
		put_text(text, size, out);
		fputc('\n', out);
		text += size;
	}
}

/* Words of an argument: "a|b" as alternatives. */
static void put_argument(const char *argument, FILE *out)
{
	for (; *argument; argument++)
		if (*argument == '|')
			fputs(" | ", out);
		else
			put_text(argument, 1, out);
}

/* The words that have the option, unless all do. */
static void put_words(const struct command *command, const struct option_def *def, FILE *out)
{
	AUTO(string_list_release) struct string_list words = { 0 };
	AUTO_FREE char *joined = NULL;
	size_t n = 0;

	if (options_takes(command->options, def))
		string_list_add(&words, "the screen");
	for (; command->verbs && command->verbs[n]; n++)
		if (options_takes(command->verbs[n]->options, def))
			string_list_add(&words, command_word(command->verbs[n]));
	joined = string_list_join(&words, ", ");
	if (words.count <= n)
		fprintf(out, "(of %s)\n", joined);
}

static void put_option(const struct command *command, const struct option_def *def, FILE *out)
{
	const struct option_set *set = all_options(command);
	const char *argument = options_argument(set, def);
	AUTO_FREE char *variable = environment_variable(def->name);

	fputs(".It ", out);
	if (def->letter)
		fprintf(out, "Fl %c , ", def->letter);
	fprintf(out, "Fl Fl %s", def->name);
	if (def->kind != OPTION_FLAG) {
		fputs(" Ar ", out);
		put_argument(argument, out);
	}
	fputc('\n', out);
	put_lines(def->help, out);
	if (def->kind == OPTION_CHOICE && !def->argument)
		fprintf(out, "(default: %.*s)\n", (int)strcspn(argument, "|"), argument);
	if (variable)
		fprintf(out, "(variable:\n.Ev %s )\n", variable);
	put_words(command, def, out);
}

static void put_list(const struct command *command, const char *title,
	const struct option_def *(*at)(const struct option_set *set, size_t i), FILE *out)
{
	const struct option_set *set = all_options(command);
	const struct option_def *def;

	if (!at(set, 0))
		return;
	fprintf(out, ".Sh %s\n.Bl -tag -width indent\n", title);
	for (size_t i = 0; (def = at(set, i)); i++)
		put_option(command, def, out);
	fputs(".El\n", out);
}

static void put_summary(const struct command *command, FILE *out)
{
	const char *summary = command->summary;
	bool asks = summary[strlen(summary) - 1] == '?';

	fprintf(out, "%c%s%s\n", toupper((unsigned char)*summary), summary + 1,
		asks ? "" : ".");
	if (command->details)
		put_lines(command->details, out);
}

void manual_page(const struct command *command, FILE *out)
{
	const char *name = command->options->name;
	AUTO_FREE char *title = memory_format("BDRIVER-%s", name);

	for (char *p = title; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	fprintf(out,
		".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n"
		".\\\" Made by: bdriver help --man %s\n"
		".Dd " DATE "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm bdriver-%s\n.Nd %s\n"
		".Sh SYNOPSIS\n.Nm bdriver %s\n.Op Ar option ...\n",
		name, title, name, command->summary, name);
	if (*command->arguments) {
		fputs(".Ar ", out);
		put_text(command->arguments, strlen(command->arguments), out);
		fputc('\n', out);
	}
	fputs(".Sh DESCRIPTION\n", out);
	put_summary(command, out);
	for (const struct command *const *verb = command->verbs; verb && *verb; verb++) {
		fprintf(out, "%s.It Cm %s%s",
			verb == command->verbs ? ".Bl -tag -width indent\n" : "",
			command_word(*verb), *(*verb)->arguments ? " Ar " : "");
		put_text((*verb)->arguments, strlen((*verb)->arguments), out);
		fputc('\n', out);
		put_lines((*verb)->summary, out);
	}
	if (command->verbs)
		fputs(".El\n", out);
	put_list(command, "OPTIONS", options_own, out);
	put_list(command, "SHARED OPTIONS", options_shared, out);
	fputs(".Sh EXIT STATUS\n.Xr bdriver 1\nlists the exit codes of all commands.\n"
	      ".Sh SEE ALSO\n.Xr bdriver 1\n",
		out);
}

void manual_commands(const struct command *const *commands, FILE *out)
{
	fputs(".Bl -tag -width bdriver-calibrate\n", out);
	for (; *commands; commands++)
		fprintf(out, ".It Xr bdriver-%s 1\n%s\n", (*commands)->options->name,
			(*commands)->summary);
	fputs(".El\n", out);
}

/* Of a name of a suite, and of a benchmark, in `bdriver list --format json`. */
#define SUITE_INDENT "6"
#define BENCH_INDENT "10"

EMBED(completion_bash, DRIVER_CLI_TEXT "completion.bash");
EMBED(completion_zsh, DRIVER_CLI_TEXT "completion.zsh");
EMBED(completion_fish, DRIVER_CLI_TEXT "completion.fish");

/* What a word after the option can be. */
enum words { WORDS_NONE, WORDS_ANY, WORDS_CHOICE, WORDS_FILE, WORDS_SUITE };

static enum words words_of(const struct option_set *set, const struct option_def *def)
{
	const char *argument = options_argument(set, def);

	if (def->kind == OPTION_FLAG)
		return WORDS_NONE;
	if (def->kind == OPTION_CHOICE || def->kind == OPTION_INTERLEAVE)
		return WORDS_CHOICE;
	if (strcmp(def->name, "suite") == 0)
		return WORDS_SUITE;
	return strstr(argument, "FILE") || strstr(argument, "LOG") || strstr(argument, "DIR") ||
			       strstr(argument, "PATH")
		       ? WORDS_FILE
		       : WORDS_ANY;
}

static bool takes_benchmarks(const struct command *command)
{
	return strstr(command->arguments, "BENCH") != NULL;
}

/* The first clause, with a backslash before each of these characters. */
static void put_help(const char *help, const char *escaped, FILE *out)
{
	const char *more = strstr(help, " (");
	size_t size = strcspn(help, ";");

	if (more && (size_t)(more - help) < size)
		size = (size_t)(more - help);
	for (size_t i = 0; i < size; i++) {
		if (help[i] == '\'' && !strchr(escaped, '\'')) {
			fputs("'\\''", out);
			continue;
		}
		if (strchr(escaped, help[i]))
			fputc('\\', out);
		fputc(help[i], out);
	}
}

/* "a|b" as "a b". */
static void put_choice(const char *choice, FILE *out)
{
	for (; *choice; choice++)
		fputc(*choice == '|' ? ' ' : *choice, out);
}

static void bash_options(const struct command *command, FILE *out)
{
	const struct option_set *set = all_options(command);
	const struct option_def *def;

	fprintf(out, "\t%s)\n\t\tprintf '%%s\\n'", set->name);
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		enum words words = words_of(set, def);
		const char *argument = words == WORDS_CHOICE  ? options_argument(set, def)
				       : words == WORDS_FILE  ? "@"
				       : words == WORDS_SUITE ? "@suite"
							      : "";

		fprintf(out, " '--%s%s%s'", def->name, *argument ? " " : "", argument);
		if (def->letter && words != WORDS_NONE)
			fprintf(out, " '-%c%s%s'", def->letter, *argument ? " " : "", argument);
	}
	fputs(" ;;\n", out);
}

static void zsh_option(const struct option_set *set, const struct option_def *def, FILE *out)
{
	bool many = def->kind == OPTION_TEXTS;

	if (def->letter && !many)
		fprintf(out, "'(-%c --%s)'", def->letter, def->name);
	if (many)
		fputs("'*'", out);
	if (def->letter)
		fprintf(out, "{-%c,--%s}'[", def->letter, def->name);
	else
		fprintf(out, "'--%s[", def->name);
	put_help(def->help, "[]", out);
	fputc(']', out);
	if (def->kind != OPTION_FLAG)
		fputs(":argument:", out);
	switch (words_of(set, def)) {
	case WORDS_CHOICE:
		fputc('(', out);
		put_choice(options_argument(set, def), out);
		fputc(')', out);
		break;
	case WORDS_FILE:
		fputs("_files", out);
		break;
	case WORDS_SUITE:
		fputs("_bdriver_suites", out);
		break;
	case WORDS_NONE:
	case WORDS_ANY:
		break;
	}
	fputc('\'', out);
}

static void zsh_command(const struct command *command, FILE *out)
{
	const struct option_set *set = all_options(command);
	const struct option_def *def;

	fprintf(out, "\t\t%s)\n\t\t\t_arguments", command->options->name);
	for (size_t i = 0; (def = options_at(set, i)); i++) {
		fputs(" \\\n\t\t\t\t", out);
		zsh_option(set, def, out);
	}
	fprintf(out, " \\\n\t\t\t\t'*:argument:%s' ;;\n",
		takes_benchmarks(command) ? "_bdriver_benches" : "_files");
}

static void zsh_summary(const struct command *command, FILE *out)
{
	fprintf(out, "\t\t'%s:", command->options->name);
	put_help(command->summary, ":", out);
	fputs("'\n", out);
}

static void fish_option(
	const char *name, const struct option_set *set, const struct option_def *def, FILE *out)
{
	fprintf(out, "complete -c bdriver -n '__fish_seen_subcommand_from %s' -l %s", name,
		def->name);
	if (def->letter)
		fprintf(out, " -s %c", def->letter);
	switch (words_of(set, def)) {
	case WORDS_CHOICE:
		fputs(" -x -a '", out);
		put_choice(options_argument(set, def), out);
		fputc('\'', out);
		break;
	case WORDS_FILE:
		fputs(" -r -F", out);
		break;
	case WORDS_SUITE:
		fputs(" -r -F -a '(__bdriver_names " SUITE_INDENT ")'", out);
		break;
	case WORDS_ANY:
		fputs(" -x", out);
		break;
	case WORDS_NONE:
		break;
	}
	fputs(" -d '", out);
	put_help(def->help, "'\\", out);
	fputs("'\n", out);
}

static void fish_command(const struct command *command, FILE *out)
{
	const struct option_set *set = all_options(command);
	const char *name = set->name;
	const struct option_def *def;

	fprintf(out,
		"complete -c bdriver -n '__fish_seen_subcommand_from help' -f -a %s\n"
		"complete -c bdriver -n __fish_use_subcommand -f -a %s -d '",
		name, name);
	put_help(command->summary, "'\\", out);
	fputs("'\n", out);
	if (takes_benchmarks(command))
		fprintf(out,
			"complete -c bdriver -n '__fish_seen_subcommand_from %s' -f -a "
			"'(__bdriver_names " BENCH_INDENT ")'\n",
			name);
	for (size_t i = 0; (def = options_at(set, i)); i++)
		fish_option(name, set, def, out);
}

static void put_name(const struct command *command, FILE *out)
{
	fprintf(out, "%s ", command->options->name);
}

static void put_bench(const struct command *command, FILE *out)
{
	if (takes_benchmarks(command))
		put_name(command, out);
}

/* What stands for all commands in a script, as @MARK@. */
struct placeholder {
	const char *text;
	void (*put)(const struct command *command, FILE *out);
};

static const struct script {
	const char *shell, *text;
	struct placeholder placeholders[4];
} scripts[] = {
	{ "bash", completion_bash,
		{ { "@names@", put_name }, { "@benches@", put_bench },
			{ "@options@", bash_options } } },
	{ "zsh", completion_zsh,
		{ { "@summaries@", zsh_summary }, { "@options@", zsh_command } } },
	{ "fish", completion_fish, { { "@options@", fish_command } } },
};

int completion_script(const char *shell, const struct command *const *commands, FILE *out)
{
	const struct script *script = scripts;
	const char *text, *at;

	while (script < scripts + ARRAY_SIZE(scripts) && strcmp(script->shell, shell) != 0)
		script++;
	if (script == scripts + ARRAY_SIZE(scripts))
		return -1;
	text = script->text;
	for (const struct placeholder *placeholder = script->placeholders; placeholder->text;
		placeholder++) {
		at = strstr(text, placeholder->text);
		fwrite(text, 1, (size_t)(at - text), out);
		for (size_t i = 0; commands[i]; i++)
			placeholder->put(commands[i], out);
		text = at + strlen(placeholder->text);
	}
	fputs(text, out);
	return 0;
}
