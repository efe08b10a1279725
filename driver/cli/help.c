/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/layout.h"
#include "driver/cli/help.h"

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

void help_options(const struct option_set *set, FILE *out)
{
	const struct option_def *def = set->own;

	if (def && def->name)
		fprintf(out, "\nOptions:\n");
	for (; def && def->name; def++)
		print_option(set, def, out);
	fprintf(out, "\nShared options:\n");
	for (size_t i = 0; (def = options_shared(set, i)); i++)
		print_option(set, def, out);
}
