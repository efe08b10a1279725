/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/change_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/columns.h"
#include "compare/print/format.h"
#include "compare/print/json.h"

enum column_place {
	EVENT,
	STATE,
	CHANGED,
	SUITE,
	BENCHMARK,
	MACHINE,
	RATIO,
	LOW,
	HIGH,
	FIRST_NIGHT,
	LAST_NIGHT,
	REVISION,
	REVISION_BEFORE,
	REASON,
	SLOPE,
	DECISION,
	COLUMNS
};

static const struct column columns[COLUMNS] = { [EVENT] = { "event", ALIGN_LEFT },
	[STATE] = { "state", ALIGN_LEFT },
	[CHANGED] = { "changed", ALIGN_LEFT },
	[SUITE] = { "suite", ALIGN_LEFT },
	[BENCHMARK] = { "benchmark", ALIGN_LEFT },
	[MACHINE] = { "machine", ALIGN_LEFT },
	[RATIO] = { "ratio", ALIGN_RIGHT },
	[LOW] = { "low", ALIGN_RIGHT },
	[HIGH] = { "high", ALIGN_RIGHT },
	[FIRST_NIGHT] = { "first_night", ALIGN_LEFT },
	[LAST_NIGHT] = { "last_night", ALIGN_LEFT },
	[REVISION] = { "revision", ALIGN_LEFT },
	[REVISION_BEFORE] = { "revision_before", ALIGN_LEFT },
	[REASON] = { "reason", ALIGN_LEFT },
	[SLOPE] = { "ratio_in_30_nights", ALIGN_RIGHT },
	[DECISION] = { "decision", ALIGN_LEFT } };

struct change_list {
	const char *format;
	struct change_filter filter;
	struct string_list cells; /* row by row */
};

struct change_list *change_list_new(const char *format, const struct change_filter *filter)
{
	struct change_list *list = memory_zeroed(1, sizeof(*list));

	list->format = format;
	list->filter = *filter;
	return list;
}

static bool wanted(const struct change_filter *filter, const struct screen *screen,
	const struct event *event, size_t place)
{
	const struct change *change = &screen->changes->list[place];
	enum event_state state = screen->events->fates[place].state;

	return (!filter->state || !strcmp(filter->state, event_state_name(state))) &&
	       (!filter->kind || !strcmp(filter->kind, change_kind_name(event->kind))) &&
	       !(exp(fabs(change->effect)) - 1 < filter->least) &&
	       screen->tracks->nights[event->best].started >= filter->since;
}

static void add_row(struct change_list *list, const struct screen *screen,
	const struct event *event, size_t place)
{
	const struct change *change = &screen->changes->list[place];
	const struct fate *fate = &screen->events->fates[place];
	const struct track *track = &screen->tracks->tracks[change->track];
	const struct track_night *nights = screen->tracks->nights;
	const char *before = change->low ? nights[change->low - 1].revision : NULL;
	struct string_list *cells = &list->cells;
	char when[NIGHT_SIZE];

	string_list_add(cells, event->name);
	string_list_add(cells, event_state_name(fate->state));
	string_list_add(cells, change_kind_name(change->kind));
	string_list_add(cells, track->suite);
	string_list_add(cells, track->benchmark);
	string_list_add(cells, screen->tracks->class);
	string_list_addf(cells, "%.6g", exp(change->effect));
	string_list_addf(cells, "%.6g", exp(change->effect - CHANGE_Z * change->se));
	string_list_addf(cells, "%.6g", exp(change->effect + CHANGE_Z * change->se));
	string_list_add(cells, night_time_text(when, nights[change->low].started));
	string_list_add(cells, night_time_text(when, nights[change->high].started));
	string_list_add(
		cells, nights[change->high].revision ? nights[change->high].revision : "");
	string_list_add(cells, before ? before : "");
	string_list_add(cells, fate->decision ? fate->decision->reason : "");
	if (change->kind == CHANGE_DRIFT)
		string_list_addf(cells, "%.6g", exp(change_slope(change)));
	else
		string_list_add(cells, "");
	string_list_add(cells, fate->decision ? decision_word(fate->decision->kind) : "");
}

void change_list_add(struct change_list *list, const struct screen *screen)
{
	for (size_t i = 0; i < screen->events->count; i++) {
		const struct event *event = &screen->events->list[i];

		for (size_t k = 0; k < event->count; k++)
			if (wanted(&list->filter, screen, event, event->changes[k]))
				add_row(list, screen, event, event->changes[k]);
	}
}

static const char *cell(const struct change_list *list, size_t row, enum column_place column)
{
	return list->cells.items[row + column];
}

static bool is_same(const struct change_list *list, enum column_place column)
{
	for (size_t row = COLUMNS; row < list->cells.count; row += COLUMNS)
		if (strcmp(cell(list, row, column), cell(list, 0, column)) != 0)
			return false;
	return true;
}

/* What a person needs of a row; the event has the name of its night. */
static void put_text(
	struct cells *cells, const struct change_list *list, const char *const *cell)
{
	double ratio = strtod(cell[RATIO], NULL);
	char effect[FORMAT_SIZE], interval[FORMAT_SIZE], revision[FORMAT_SIZE];
	AUTO_FREE char *name = is_same(list, SUITE)
				       ? memory_text(cell[BENCHMARK])
				       : memory_format("%s/%s", cell[SUITE], cell[BENCHMARK]);

	snprintf(revision, sizeof(revision), "%.10s", cell[REVISION]);
	format_interval(interval, strtod(cell[LOW], NULL), strtod(cell[HIGH], NULL));
	cell_text(cells, "benchmark", NULL, name);
	cell_shown(cells, "effect", ALIGN_RIGHT, ratio > 1 ? STYLE_BAD : STYLE_GOOD,
		format_change(effect, ratio));
	cell_shown(cells, "95 % interval", ALIGN_RIGHT, STYLE_PLAIN, interval);
	cell_text(cells, "changed", NULL, cell[CHANGED]);
	cell_text(cells, "machine", NULL, is_same(list, MACHINE) ? "" : cell[MACHINE]);
	cell_shown(cells, "event", ALIGN_LEFT, STYLE_BOLD, cell[EVENT]);
	cell_text(cells, "state", NULL, cell[STATE]);
	cell_text(cells, "up to commit", NULL, revision);
	cell_text(cells, "decision", NULL, cell[DECISION]);
	cell_text(cells, "reason", NULL, cell[REASON]);
}

static char *six_digits(char *out, double value)
{
	snprintf(out, FORMAT_SIZE, "%.6g", value);
	return out;
}

static void put_cells(struct cells *cells, const void *row, const void *list)
{
	const char *const *cell = row;

	if (cells_are(cells, CELLS_TEXT)) {
		put_text(cells, list, cell);
		return;
	}
	for (size_t i = 0; i < COLUMNS; i++)
		if (columns[i].align == ALIGN_RIGHT)
			cell_number(cells, columns[i].title, columns[i].title,
				*cell[i] ? strtod(cell[i], NULL) : NAN, six_digits);
		else if (cells_are(cells, CELLS_JSON))
			cell_json(
				cells, columns[i].title, json_text(*cell[i] ? cell[i] : NULL));
		else
			cell_text(cells, columns[i].title, columns[i].title, cell[i]);
}

static void print_text(const struct change_list *list, const struct columns *shown,
	const void *const *rows, size_t count, const struct layout_size *size, FILE *out)
{
	size_t most = list->filter.all || count < SCREEN_ROWS ? count : SCREEN_ROWS;

	columns_text(shown, rows, most, out, size);
	if (most < count)
		fprintf(out, "and %zu more; --all lists them\n", count - most);
	if (!count)
		fputs("No changes.\n", out);
}

static void print_json(
	const struct columns *shown, const void *const *rows, size_t count, FILE *out)
{
	fputs("{\"schema\":\"bdriver-history-changes-1\",\"changes\":[", out);
	for (size_t i = 0; i < count; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_write(out, columns_json(shown, rows[i]), 6);
	}
	fputs("\n]}\n", out);
}

size_t change_list_end(struct change_list *list, const struct layout_size *size, FILE *out)
{
	static const char *const empty[COLUMNS] = { [0 ... COLUMNS - 1] = "" };
	const struct columns shown = { .put = put_cells,
		.of = list,
		.empty = empty,
		.none = "",
		.left = "---",
		.right = "--:" };
	size_t count = list->cells.count / COLUMNS;
	AUTO_FREE const void **rows = memory_array(count, sizeof(void *));

	for (size_t i = 0; i < count; i++)
		rows[i] = &list->cells.items[i * COLUMNS];
	if (!strcmp(list->format, "markdown"))
		columns_markdown(&shown, rows, count, out);
	else if (!strcmp(list->format, "csv"))
		columns_csv(&shown, rows, count, out);
	else if (!strcmp(list->format, "json"))
		print_json(&shown, rows, count, out);
	else
		print_text(list, &shown, rows, count, size, out);
	string_list_release(&list->cells);
	free(list);
	return count;
}
