/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/redefined.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/variant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of two numbers that both may be unknown. */
static bool differ(double a, double b)
{
	return isnan(a) || isnan(b) ? isnan(a) != isnan(b) : a != b;
}

char *redefined_text(const struct comparison *comparison, const struct row *row)
{
	const struct log_benchmark *old = row->old.benchmark, *new = row->new.benchmark;
	struct string_list found = { 0 };
	AUTO_FREE char *fields = NULL;

	if (!row_is_compared(row))
		return NULL;
	fields = *old->variant ? variant_difference(old, new) : NULL;
	if (fields && *fields)
		string_list_add(&found, fields);
	if (old->checksums == 1 && new->checksums == 1) {
		if (old->checksum != new->checksum)
			string_list_addf(&found, "another %s",
				comparison->new->source.versions ? "version" : "checksum");
		if (differ(old->items, new->items))
			string_list_add(&found, "other items per iteration");
		if (differ(old->bytes, new->bytes))
			string_list_add(&found, "other bytes per iteration");
	}
	return found.count ? string_list_finish(&found, ", ") : NULL;
}

/* Up to this many are named. */
#define NAMED 3

char *names_first(const struct string_list *names)
{
	struct string_list first = { 0 };

	for (size_t i = 0; i < names->count && i < NAMED; i++)
		string_list_add(&first, names->items[i]);
	if (names->count > NAMED)
		string_list_addf(&first, "%zu more", names->count - NAMED);
	return string_list_finish(&first, ", ");
}

char *redefined_line(const struct comparison *comparison)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *joined = NULL;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		AUTO_FREE char *why = row->redefined ? redefined_text(comparison, row) : NULL;

		if (why)
			string_list_addf(&names, "%s%s%s (%s)",
				comparison->one_suite ? "" : row->suite,
				comparison->one_suite ? "" : "/", row->name, why);
	}
	if (!names.count)
		return NULL;
	joined = names_first(&names);
	return memory_format(
		"Not the same benchmark in both logs: %s. %s not of the code alone.", joined,
		names.count == 1 ? "Its change is" : "Their changes are");
}
