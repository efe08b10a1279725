/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/help.h"

#include <ctype.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/layout.h"
#include "driver/base/embed.h"

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

static void print_group(
	const struct option_set *set, const struct option_group *group, FILE *out)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	const struct option_def *def;

	fprintf(out, "\n%s:\n", group->title);
	string_list_split(&names, group->names, " ");
	for (size_t i = 0; i < names.count; i++)
		if ((def = options_find(set, names.items[i], 0)))
			print_option(set, def, out);
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
	AUTO_FREE char *variable = options_variable(def->name);

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

struct shell {
	const char *name, *script;
	/* What stands for all commands in the script, and is put there of each. */
	struct {
		const char *mark, *each;
	} marks[4];
	/* Of an option: without a letter, with one, of a flag with one; then what is
	 * repeatable. */
	const char *forms[2][3];
	const char *kinds[5];             /* %k: by enum words */
	const char *benches[2];           /* %b: of a command whose arguments are benchmarks */
	const char *in_help, *in_summary; /* what has a backslash before it */
};

#define BASH       " '--%n%k'"
#define FISH       "complete -c bdriver -n '__fish_seen_subcommand_from %c' -l %n"
#define FISH_REST  "%k -d '%h'\n"
#define ZSH        " \\\n\t\t\t\t"
#define ZSH_REST   "[%h]%k'"
#define ZSH_VALUE  ":argument:"
#define ZSH_LETTER "{-%l,--%n}'" ZSH_REST

static const struct shell shells[] = {
	{ "bash", completion_bash,
		{ { "@names@", "%c " }, { "@benches@", "%b" },
			{ "@options@", "\t%c)\n\t\tprintf '%%s\\n'%o ;;\n" } },
		{ { BASH, BASH " '-%l%k'", BASH }, { BASH, BASH " '-%l%k'" } },
		{ "", "", " %a", " @", " @suite" }, { "", "%c " }, "", "" },
	{ "zsh", completion_zsh,
		{ { "@summaries@", "\t\t'%c:%d'\n" },
			{ "@options@",
				"\t\t%c)\n\t\t\t_arguments%o" ZSH "'*:argument:%b' ;;\n" } },
		{ { ZSH "'--%n" ZSH_REST, ZSH "'(-%l --%n)'" ZSH_LETTER,
			  ZSH "'(-%l --%n)'" ZSH_LETTER },
			{ ZSH "'*''--%n" ZSH_REST, ZSH "'*'" ZSH_LETTER } },
		{ "", ZSH_VALUE, ZSH_VALUE "(%w)", ZSH_VALUE "_files",
			ZSH_VALUE "_bdriver_suites" },
		{ "_files", "_bdriver_benches" }, "[]", ":" },
	{ "fish", completion_fish,
		{ { "@options@",
			("complete -c bdriver -n '__fish_seen_subcommand_from help' -f -a %c\n"
			 "complete -c bdriver -n __fish_use_subcommand -f -a %c -d "
			 "'%d'\n%b%o") } },
		{ { FISH FISH_REST, FISH " -s %l" FISH_REST, FISH " -s %l" FISH_REST },
			{ FISH FISH_REST, FISH " -s %l" FISH_REST } },
		{ "", " -x", " -x -a '%w'", " -r -F",
			(" -r -F -a '(__bdriver_names " SUITE_INDENT ")'") },
		{ "", "complete -c bdriver -n '__fish_seen_subcommand_from %c' -f -a "
		      "'(__bdriver_names " BENCH_INDENT ")'\n" },
		"'\\", "'\\" },
};

static const char *form_of(const struct shell *shell, const struct option_def *def)
{
	int letter = !def->letter ? 0 : def->kind == OPTION_FLAG ? 2 : 1;

	return shell->forms[def->kind == OPTION_TEXTS][letter];
}

/* Puts the text, in which %c is the name of the command and so on; def: of %n and what is of an
 * option. */
static void expand(const struct shell *shell, const char *text, const struct command *command,
	const struct option_def *def, FILE *out)
{
	const struct option_set *set = all_options(command);
	const struct option_def *each;

	for (; *text; text++) {
		switch (*text == '%' ? *++text : '\0') {
		case 'c':
			fputs(set->name, out);
			break;
		case 'd':
			put_help(command->summary, shell->in_summary, out);
			break;
		case 'b':
			expand(shell,
				shell->benches[strstr(command->arguments, "BENCH") != NULL],
				command, def, out);
			break;
		case 'o':
			for (size_t i = 0; (each = options_at(set, i)); i++)
				expand(shell, form_of(shell, each), command, each, out);
			break;
		case 'n':
			fputs(def->name, out);
			break;
		case 'l':
			fputc(def->letter, out);
			break;
		case 'h':
			put_help(def->help, shell->in_help, out);
			break;
		case 'k':
			expand(shell, shell->kinds[words_of(set, def)], command, def, out);
			break;
		case 'a':
			fputs(options_argument(set, def), out);
			break;
		case 'w': /* "a|b" as "a b" */
			for (const char *p = options_argument(set, def); *p; p++)
				fputc(*p == '|' ? ' ' : *p, out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

int completion_script(const char *name, const struct command *const *commands, FILE *out)
{
	static const struct option_def none;
	const struct shell *shell = shells;
	const char *text, *at;

	while (shell < shells + ARRAY_SIZE(shells) && strcmp(shell->name, name) != 0)
		shell++;
	if (shell == shells + ARRAY_SIZE(shells))
		return -1;
	text = shell->script;
	for (size_t m = 0; shell->marks[m].mark; m++) {
		at = strstr(text, shell->marks[m].mark);
		fwrite(text, 1, (size_t)(at - text), out);
		for (size_t i = 0; commands[i]; i++)
			expand(shell, shell->marks[m].each, commands[i], &none, out);
		text = at + strlen(shell->marks[m].mark);
	}
	fputs(text, out);
	return 0;
}
