/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/cli/command.h"
#include "driver/cli/options.h"

#define HELP_COLUMN 28

void help_wrapped(const char *text, int column, int indent, int width, FILE *out)
{
	if (column > 0 && column > indent - 2) {
		fprintf(out, "\n");
		column = 0;
	}
	column += fprintf(out, "%*s", indent - column, "");
	while (*text) {
		int length = (int)strcspn(text, " ");

		if (column > indent && column + 1 + length > width) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		} else if (column > indent) {
			column += fprintf(out, " ");
		}
		column += fprintf(out, "%.*s", length, text);
		text += length;
		text += strspn(text, " ");
	}
	fprintf(out, "\n");
}

static void print_option(const struct command *command, const struct option_def *def, FILE *out)
{
	const char *argument = def->argument ? def->argument : command->formats;
	char *help;
	int column;

	if (def->letter)
		column = fprintf(out, "  -%c, --%s", def->letter, def->name);
	else
		column = fprintf(out, "      --%s", def->name);
	if (def->kind != OPTION_FLAG)
		column += fprintf(out, " %s", argument);
	if (def->argument || def->kind == OPTION_FLAG) {
		help_wrapped(def->help, column, HELP_COLUMN, HELP_WIDTH, out);
		return;
	}
	help = memory_format(
		"%s (default: %.*s)", def->help, (int)strcspn(argument, "|"), argument);
	help_wrapped(help, column, HELP_COLUMN, HELP_WIDTH, out);
	free(help);
}

void options_help(const struct command *command, FILE *out)
{
	const struct option_def *def = command->options;

	if (def && def->name)
		fprintf(out, "\nOptions:\n");
	for (; def && def->name; def++)
		print_option(command, def, out);
	fprintf(out, "\nShared options:\n");
	for (size_t i = 0; (def = options_shared(command, i)); i++)
		print_option(command, def, out);
}
