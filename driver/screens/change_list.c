/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/change_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/print/markup.h"

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
	string_list_addf(cells, "%.6g", exp(change->effect - 1.96 * change->se));
	string_list_addf(cells, "%.6g", exp(change->effect + 1.96 * change->se));
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
static void add_text_row(struct layout *layout, const struct change_list *list, size_t row)
{
	double ratio = strtod(cell(list, row, RATIO), NULL);
	char text[FORMAT_SIZE];
	AUTO_FREE char *name = is_same(list, SUITE)
				       ? memory_text(cell(list, row, BENCHMARK))
				       : memory_format("%s/%s", cell(list, row, SUITE),
						 cell(list, row, BENCHMARK));

	layout_add(layout, STYLE_PLAIN, name);
	layout_add(layout, ratio > 1 ? STYLE_BAD : STYLE_GOOD, format_change(text, ratio));
	layout_add(layout, STYLE_PLAIN,
		format_interval(text, strtod(cell(list, row, LOW), NULL),
			strtod(cell(list, row, HIGH), NULL)));
	layout_add(layout, STYLE_PLAIN, cell(list, row, CHANGED));
	layout_add(layout, STYLE_PLAIN, is_same(list, MACHINE) ? "" : cell(list, row, MACHINE));
	layout_add(layout, STYLE_BOLD, cell(list, row, EVENT));
	layout_add(layout, STYLE_PLAIN, cell(list, row, STATE));
	snprintf(text, sizeof(text), "%.10s", cell(list, row, REVISION));
	layout_add(layout, STYLE_PLAIN, text);
	layout_add(layout, STYLE_PLAIN, cell(list, row, DECISION));
	layout_add(layout, STYLE_PLAIN, cell(list, row, REASON));
}

static void print_text(
	const struct change_list *list, const struct layout_size *size, FILE *out)
{
	static const struct column shown[] = { { "benchmark", ALIGN_LEFT },
		{ "effect", ALIGN_RIGHT }, { "95 % interval", ALIGN_RIGHT },
		{ "changed", ALIGN_LEFT }, { "machine", ALIGN_LEFT }, { "event", ALIGN_LEFT },
		{ "state", ALIGN_LEFT }, { "up to commit", ALIGN_LEFT },
		{ "decision", ALIGN_LEFT }, { "reason", ALIGN_LEFT } };
	size_t rows = list->cells.count / COLUMNS;
	size_t most = list->filter.all || rows < SCREEN_ROWS ? rows : SCREEN_ROWS;
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, shown, ARRAY_SIZE(shown));
	for (size_t row = 0; row < most; row++)
		add_text_row(&layout, list, row * COLUMNS);
	layout_print(&layout, out, size);
	if (most < rows)
		fprintf(out, "and %zu more; --all lists them\n", rows - most);
	if (!list->cells.count)
		fputs("No changes.\n", out);
}

static void print_markdown(const struct change_list *list, FILE *out)
{
	for (int i = 0; i < COLUMNS; i++)
		fprintf(out, "| %s ", columns[i].title);
	fputs("|\n", out);
	for (int i = 0; i < COLUMNS; i++)
		fputs(columns[i].align == ALIGN_RIGHT ? "|--:" : "|---", out);
	fputs("|\n", out);
	for (size_t i = 0; i < list->cells.count; i++) {
		fputs("| ", out);
		markup_markdown(out, list->cells.items[i]);
		fputs(i % COLUMNS == COLUMNS - 1 ? " |\n" : " ", out);
	}
}

static void print_csv(const struct change_list *list, FILE *out)
{
	for (int i = 0; i < COLUMNS; i++)
		fprintf(out, "%s%s", columns[i].title, i == COLUMNS - 1 ? "\n" : ",");
	for (size_t i = 0; i < list->cells.count; i++) {
		if (columns[i % COLUMNS].align == ALIGN_RIGHT)
			fputs(list->cells.items[i], out);
		else
			markup_csv(out, list->cells.items[i]);
		fputs(i % COLUMNS == COLUMNS - 1 ? "\n" : ",", out);
	}
}

static void print_json(const struct change_list *list, FILE *out)
{
	fputs("{\"schema\":\"bdriver-history-changes-1\",\"changes\":[", out);
	for (size_t i = 0; i < list->cells.count; i += COLUMNS) {
		json_t *row = json_object();

		for (size_t k = 0; k < COLUMNS; k++) {
			const char *cell = list->cells.items[i + k];

			json_put(row, columns[k].title,
				columns[k].align == ALIGN_RIGHT
					? json_number(*cell ? strtod(cell, NULL) : NAN)
					: json_text(*cell ? cell : NULL));
		}
		fputs(i ? ",\n" : "\n", out);
		json_write(out, row, 6);
	}
	fputs("\n]}\n", out);
}

size_t change_list_end(struct change_list *list, const struct layout_size *size, FILE *out)
{
	size_t rows = list->cells.count / COLUMNS;

	if (!strcmp(list->format, "markdown"))
		print_markdown(list, out);
	else if (!strcmp(list->format, "csv"))
		print_csv(list, out);
	else if (!strcmp(list->format, "json"))
		print_json(list, out);
	else
		print_text(list, size, out);
	string_list_release(&list->cells);
	free(list);
	return rows;
}
