/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/shown.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* Rows of a verdict that are shown without --verbose. */
static const size_t shown_most[VERDICT_COUNT] = {
	[VERDICT_REGRESSED] = 10,
	[VERDICT_IMPROVED] = 10,
	[VERDICT_INCONCLUSIVE] = 5,
	[VERDICT_ADDED] = 5,
	[VERDICT_REMOVED] = 5,
	[VERDICT_FAILED] = 10,
	[VERDICT_NOT_MEASURED] = 5,
	[VERDICT_UNCHANGED] = 0,
	[VERDICT_SAME_CODE] = 0,
	[VERDICT_NOT_EXECUTED] = 0,
};

static bool is_wanted(const struct report_options *options, const struct row *row)
{
	bool weak = row->time.verdict == VERDICT_INCONCLUSIVE ||
		    row->time.verdict >= VERDICT_UNCHANGED;

	return !(weak && options->quiet);
}

/* The rows that are shown, each for its family: at most as many as shown_most has. */
struct chosen {
	const struct row *row;
	size_t stem;
	struct shown_row *one;
};
#define CHOSEN_MAX 50

/* Bytes before the last slash, or before the end. */
static size_t stem_of(const struct row *row)
{
	const char *slash = strrchr(row->name, '/');

	return slash ? (size_t)(slash - row->name) : strlen(row->name);
}

/* The byte behind the stem tells a family from a benchmark of its name. No slash, no family. */
static bool same_family(const struct chosen *a, const struct row *b)
{
	if (!a->row->name[a->stem])
		return a->row == b;
	return strncmp(a->row->name, b->name, a->stem + 1) == 0 && stem_of(b) == a->stem &&
	       strcmp(a->row->suite, b->suite) == 0;
}

/* That row which stands for it, or NULL. */
static struct chosen *find_chosen(struct chosen *chosen, size_t count, const struct row *row)
{
	for (size_t k = 0; k < count; k++)
		if (chosen[k].row->time.verdict == row->time.verdict &&
			same_family(&chosen[k], row))
			return &chosen[k];
	return NULL;
}

static void choose(struct shown *shown, const struct comparison *comparison)
{
	size_t families[VERDICT_COUNT] = { 0 }, count = 0;
	struct chosen chosen[CHOSEN_MAX], *found;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];
		enum verdict verdict = row->time.verdict;

		found = shown_most[verdict] ? find_chosen(chosen, count, row) : NULL;
		if (found) {
			found->one->same++;
			shown->families = true;
		} else if (families[verdict] < shown_most[verdict]) {
			families[verdict]++;
			shown->rows[i] = (struct shown_row){ true, 1, 0 };
			chosen[count++] = (struct chosen){ row, stem_of(row), &shown->rows[i] };
		} else {
			shown->hidden[verdict]++;
		}
	}
	for (size_t i = 0; count && i < comparison->row_count; i++)
		for (size_t k = 0; k < count; k++)
			chosen[k].one->family += same_family(&chosen[k], &comparison->rows[i]);
}

void shown_make(struct shown *shown, const struct comparison *comparison,
	const struct report_options *options)
{
	*shown = (struct shown){ .rows = memory_zeroed(
					 comparison->row_count + 1, sizeof(*shown->rows)) };
	if (!options->verbose && !options->quiet) {
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
