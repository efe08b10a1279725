/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/explain.h"
#include "driver/base/message.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "doctor/base/check.h"
#include "doctor/checks.h"
#include "driver/base/units.h"

int explain_list(FILE *out)
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

int explain_unknown(const char *name)
{
	AUTO_FREE char *text = check_unknown(name);

	return message_error(EXIT_USAGE, "%s", text);
}

int explain_check(const char *name, FILE *out)
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
