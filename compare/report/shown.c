/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/shown.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"

/* Rows of a verdict that are shown without --verbose. */
static const size_t shown_most[VERDICT_COUNT] = {
	[VERDICT_REGRESSED] = 10,
	[VERDICT_IMPROVED] = 10,
	[VERDICT_INCONCLUSIVE] = 5,
	[VERDICT_ADDED] = 5,
	[VERDICT_REMOVED] = 5,
	[VERDICT_FAILED] = 10,
	[VERDICT_UNCHANGED] = 0,
	[VERDICT_SAME_CODE] = 0,
};

static bool is_wanted(const struct report_options *options, const struct row *row)
{
	bool weak = row->verdict == VERDICT_INCONCLUSIVE || row->verdict >= VERDICT_UNCHANGED;

	return !(weak && (options->changes_only || options->quiet));
}

/* The count of the row's family in the table, of its verdict or of all. Added if it is new. */
static size_t *family_of(struct table *table, const struct row *row, bool all, int *added)
{
	const char *slash = strrchr(row->name, '/');
	char *name = slash ? memory_format("%.*s", (int)(slash - row->name), row->name)
			   : memory_format("%s/", row->name);
	size_t *count = table_add_benchmark(
		table, row->suite, name, all ? "" : verdict_name(row->verdict), 0, added);

	free(name);
	return count;
}

/* Fills `same` and `family`; `shown` says which row stands for those of its verdict. */
static void find_families(struct shown *shown, const struct comparison *comparison)
{
	struct table *table = table_new();

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		int first;

		++*family_of(table, row, true, NULL);
		++*family_of(table, row, false, &first);
		shown->rows[i].shown = first;
	}
	for (size_t i = 0; i < comparison->row_count; i++) {
		shown->rows[i].same = *family_of(table, &comparison->rows[i], false, NULL);
		shown->rows[i].family = *family_of(table, &comparison->rows[i], true, NULL);
	}
	table_free(table);
}

static void choose(struct shown *shown, const struct comparison *comparison)
{
	size_t count[VERDICT_COUNT] = { 0 };

	for (size_t i = 0; i < comparison->row_count; i++) {
		struct shown_row *one = &shown->rows[i];
		enum verdict verdict = comparison->rows[i].verdict;

		if (!one->shown)
			continue;
		one->shown = count[verdict] < shown_most[verdict];
		count[verdict] += one->shown;
		shown->hidden[verdict] += one->shown ? 0 : one->same;
		shown->families |= one->shown && one->same > 1;
	}
}

void shown_make(struct shown *shown, const struct comparison *comparison,
	const struct report_options *options)
{
	*shown = (struct shown){ .rows = memory_zeroed(
					 comparison->row_count + 1, sizeof(*shown->rows)) };
	if (!options->verbose && !options->changes_only && !options->quiet) {
		find_families(shown, comparison);
		choose(shown, comparison);
		return;
	}
	for (size_t i = 0; i < comparison->row_count; i++)
		shown->rows[i] =
			(struct shown_row){ is_wanted(options, &comparison->rows[i]), 1, 1 };
}

void shown_release(struct shown *shown)
{
	free(shown->rows);
	*shown = (struct shown){ 0 };
}
