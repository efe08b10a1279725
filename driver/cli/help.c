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
