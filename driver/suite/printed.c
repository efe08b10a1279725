/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/printed.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/log/row.h"
#include "driver/base/where.h"

/* Finds the unit, and whether the time is that of all iterations. */
static int find_unit(const struct printed_form *form, const struct printed *output, double *ns,
	bool *all, struct err *e)
{
	AUTO(string_list_release) struct string_list found = { 0 };
	AUTO_FREE char *unit = memory_text(form->unit);
	char *end = strstr(unit, "/{n}");

	*all = end && !end[4];
	if (*all)
		*end = '\0';
	*ns = where_unit_ns(unit);
	if (!isnan(*ns))
		return 0;
	if (where_find(form->unit, output->text, output->size, &found, e))
		return -1;
	*ns = where_unit_ns(found.items[0]);
	return isnan(*ns) ? bd_err(e, "the unit '%.40s' is not known; known are " WHERE_UNITS,
				    found.items[0])
			  : 0;
}

static int take_time(const char *text, double unit_ns, double *ns, struct err *e)
{
	char *end;
	double value = strtod(text, &end);

	*ns = unit_ns < 0 ? 1e9 / value : value * unit_ns;
	if (end == text || *end || !isfinite(value) || !(*ns >= 0 && *ns <= LOG_NS_MAX))
		return bd_err(e, "'%.60s' is not a time or rate", text);
	return 0;
}

int printed_times(const struct printed_form *form, const struct printed *output, int64_t n,
	double *ns, int most, struct err *e)
{
	AUTO(string_list_release) struct string_list found = { 0 };
	struct err why;
	double unit_ns;
	int count = 0;
	bool all;

	if (where_find_numbers(form->value, output->text, output->size, &found, &why))
		return bd_err(e, "%s: value: %s", form->value_at, why.text);
	if (find_unit(form, output, &unit_ns, &all, &why))
		return bd_err(e, "%s: unit: %s", form->unit_at, why.text);
	for (size_t i = 0; i < found.count && count < most; i++)
		if (take_time(found.items[i], all ? unit_ns / (double)n : unit_ns, ns + count++,
			    &why))
			return bd_err(e, "%s: value: %s", form->value_at, why.text);
	return count;
}
