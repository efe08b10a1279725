/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/completion.h"

#include <string.h>

#include "compare/base/memory.h"

/* Lines of `bdriver list --format json` with the names of suites, and of benchmarks. */
#define NAMES_OF                                                \
	"\"$1\" list --format json 2>/dev/null |\n\t\tsed -nE " \
	"\"s/^ {$2}\\\"name\\\": \\\"([^\\\"\\\\\\\\]*)\\\".*/\\\\1/p\" | sort -u\n"
#define SUITE_INDENT "6"
#define BENCH_INDENT "10"

#define HEAD                                            \
	"# SPDX-License-Identifier: GPL-3.0-or-later\n" \
	"# Made by: bdriver help --completion %s\n"

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
	const struct option_set *set = command->options;
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

static const char bash_rest[] =
	"\tesac\n}\n\n"
	"_bdriver_names() {\n\t" NAMES_OF "}\n\n"
	"_bdriver() {\n"
	"\tlocal program=$1 word=$2 before=$3 command=${COMP_WORDS[1]-} line kind=''\n"
	"\tlocal IFS=$'\\n'\n"
	"\tCOMPREPLY=()\n"
	"\tif [ \"$COMP_CWORD\" = 1 ]; then\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"${_bdriver_commands// /$'\\n'}\" -- "
	"\"$word\")\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tif [ \"$command\" = help ]; then\n"
	"\t\t[ \"$COMP_CWORD\" != 2 ] ||\n"
	"\t\t\tmapfile -t COMPREPLY < <(compgen -W \"${_bdriver_commands// /$'\\n'}\" -- "
	"\"$word\")\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tfor line in $(_bdriver_options \"$command\"); do\n"
	"\t\t[ \"${line%% *}\" != \"$before\" ] || kind=${line#\"$before\"}\n"
	"\tdone\n"
	"\tcase $kind:$word in\n"
	"\t' @suite':*)\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"$(_bdriver_names \"$program\" " SUITE_INDENT
	")\" -- \"$word\" &&\n"
	"\t\t\tcompgen -f -- \"$word\") ;;\n"
	"\t' @':*) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
	"\t' '*:*) mapfile -t COMPREPLY < <(compgen -W \"$(tr '|' '\\n' <<<\"${kind# }\")\" -- "
	"\"$word\") ;;\n"
	"\t*:-*)\n"
	"\t\tmapfile -t COMPREPLY < <(compgen -W \"$(_bdriver_options \"$command\" | cut -d' ' "
	"-f1 |\n"
	"\t\t\tgrep '^--')\" -- \"$word\") ;;\n"
	"\t*)\n"
	"\t\tcase \" $_bdriver_benches \" in\n"
	"\t\t*\" $command \"*)\n"
	"\t\t\tmapfile -t COMPREPLY < <(compgen -W \"$(_bdriver_names "
	"\"$program\" " BENCH_INDENT ")\" -- \"$word\") ;;\n"
	"\t\t*) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
	"\t\tesac ;;\n"
	"\tesac\n"
	"}\n"
	"complete -o filenames -F _bdriver bdriver\n";

static void bash_script(const struct command *const *commands, FILE *out)
{
	fprintf(out, HEAD "# shellcheck shell=bash\n_bdriver_commands='", "bash");
	for (size_t i = 0; commands[i]; i++)
		fprintf(out, "%s ", commands[i]->options->name);
	fputs("help --help --version'\n_bdriver_benches='", out);
	for (size_t i = 0, n = 0; commands[i]; i++)
		if (takes_benchmarks(commands[i]))
			fprintf(out, "%s%s", n++ ? " " : "", commands[i]->options->name);
	fputs("'\n\n# Options of a command; behind those with an argument what it can be.\n"
	      "_bdriver_options() {\n\tcase $1 in\n",
		out);
	for (size_t i = 0; commands[i]; i++)
		bash_options(commands[i], out);
	fputs(bash_rest, out);
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
	const struct option_def *def;

	fprintf(out, "\t\t%s)\n\t\t\t_arguments", command->options->name);
	for (size_t i = 0; (def = options_at(command->options, i)); i++) {
		fputs(" \\\n\t\t\t\t", out);
		zsh_option(command->options, def, out);
	}
	fprintf(out, " \\\n\t\t\t\t'*:argument:%s' ;;\n",
		takes_benchmarks(command) ? "_bdriver_benches" : "_files");
}

static void zsh_script(const struct command *const *commands, FILE *out)
{
	fputs("#compdef bdriver\n", out);
	fprintf(out, HEAD, "zsh");
	fputs("_bdriver_names() {\n\t" NAMES_OF "}\n\n"
	      "_bdriver_suites() {\n"
	      "\tlocal -a names=(${(f)\"$(_bdriver_names $_bdriver_program " SUITE_INDENT
	      ")\"})\n"
	      "\tcompadd -a names\n\t_files\n}\n\n"
	      "_bdriver_benches() {\n"
	      "\tlocal -a names=(${(f)\"$(_bdriver_names $_bdriver_program " BENCH_INDENT
	      ")\"})\n"
	      "\tcompadd -a names\n}\n\n"
	      "_bdriver() {\n"
	      "\tlocal line state _bdriver_program=$words[1]\n"
	      "\tlocal -a commands=(\n",
		out);
	for (size_t i = 0; commands[i]; i++) {
		fprintf(out, "\t\t'%s:", commands[i]->options->name);
		put_help(commands[i]->summary, ":", out);
		fputs("'\n", out);
	}
	fputs("\t\t'help:describe a command'\n\t)\n"
	      "\t_arguments -C '1:command:->command' '*::argument:->argument'\n"
	      "\tcase $state in\n"
	      "\tcommand) _describe command commands ;;\n"
	      "\targument)\n\t\tcase $line[1] in\n"
	      "\t\thelp) _describe command commands ;;\n",
		out);
	for (size_t i = 0; commands[i]; i++)
		zsh_command(commands[i], out);
	fputs("\t\tesac ;;\n\tesac\n}\n\n"
	      "# Loaded by compinit, or sourced.\n"
	      "if [ \"$funcstack[1]\" = _bdriver ]; then\n\t_bdriver \"$@\"\n"
	      "else\n\tcompdef _bdriver bdriver\nfi\n",
		out);
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
	const char *name = command->options->name;
	const struct option_def *def;

	fprintf(out, "complete -c bdriver -n __fish_use_subcommand -f -a %s -d '", name);
	put_help(command->summary, "'\\", out);
	fputs("'\n", out);
	if (takes_benchmarks(command))
		fprintf(out,
			"complete -c bdriver -n '__fish_seen_subcommand_from %s' -f -a "
			"'(__bdriver_names " BENCH_INDENT ")'\n",
			name);
	for (size_t i = 0; (def = options_at(command->options, i)); i++)
		fish_option(name, command->options, def, out);
}

static void fish_script(const struct command *const *commands, FILE *out)
{
	fprintf(out, HEAD, "fish");
	fputs("function __bdriver_names\n"
	      "\tset -l program (commandline -opc)[1]\n"
	      "\t$program list --format json 2>/dev/null |\n"
	      "\t\tstring replace -rf '^ {'$argv[1]'}\"name\": \"([^\"\\\\\\\\]*)\".*' '$1' | "
	      "sort -u\n"
	      "end\n"
	      "complete -c bdriver -n __fish_use_subcommand -f -a help -d 'describe a "
	      "command'\n",
		out);
	for (size_t i = 0; commands[i]; i++) {
		fprintf(out,
			"complete -c bdriver -n '__fish_seen_subcommand_from help' -f -a %s\n",
			commands[i]->options->name);
		fish_command(commands[i], out);
	}
}

int completion_script(const char *shell, const struct command *const *commands, FILE *out)
{
	static const struct {
		const char *shell;
		void (*script)(const struct command *const *, FILE *);
	} scripts[] = { { "bash", bash_script }, { "zsh", zsh_script },
		{ "fish", fish_script } };

	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++)
		if (strcmp(scripts[i].shell, shell) == 0) {
			scripts[i].script(commands, out);
			return 0;
		}
	return -1;
}
