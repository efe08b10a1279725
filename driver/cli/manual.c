/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/help.h"

#include <ctype.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/cli/environment.h"

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

static void put_option(const struct option_set *set, const struct option_def *def, FILE *out)
{
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
}

static void put_list(const struct option_set *set, const char *title,
	const struct option_def *(*at)(const struct option_set *set, size_t i), FILE *out)
{
	const struct option_def *def;

	if (!at(set, 0))
		return;
	fprintf(out, ".Sh %s\n.Bl -tag -width indent\n", title);
	for (size_t i = 0; (def = at(set, i)); i++)
		put_option(set, def, out);
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
	put_list(command->options, "OPTIONS", options_own, out);
	put_list(command->options, "SHARED OPTIONS", options_shared, out);
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
