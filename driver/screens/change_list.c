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

/* A row; texts are the screen's. */
struct listed {
	const char *event, *state, *changed, *suite, *benchmark, *machine, *revision, *before,
		*reason, *decision;
	double effect, se, slope;
	char first[NIGHT_SIZE], last[NIGHT_SIZE];
};

struct change_list {
	const char *format;
	struct change_filter filter;
	struct listed *rows; /* owned */
	size_t count, capacity;
	bool suites, machines; /* text: rows differ in them */
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
	const struct decision *decision = screen->events->fates[place].decision;
	const struct track *track = &screen->tracks->tracks[change->track];
	const struct track_night *nights = screen->tracks->nights;
	struct listed *row = ARRAY_ADD(list->rows, list->count, list->capacity);

	*row = (struct listed){ .event = event->name,
		.state = event_state_name(screen->events->fates[place].state),
		.changed = change_kind_name(change->kind),
		.suite = track->suite,
		.benchmark = track->benchmark,
		.machine = screen->tracks->class,
		.revision = nights[change->high].revision ?: "",
		.before = (change->low ? nights[change->low - 1].revision : NULL) ?: "",
		.reason = decision ? decision->reason : "",
		.decision = decision ? decision_word(decision->kind) : "",
		.effect = change->effect,
		.se = change->se,
		.slope = change->kind == CHANGE_DRIFT ? change_slope(change) : NAN };
	night_time_text(row->first, nights[change->low].started);
	night_time_text(row->last, nights[change->high].started);
	list->suites |= strcmp(row->suite, list->rows->suite) != 0;
	list->machines |= strcmp(row->machine, list->rows->machine) != 0;
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

/* What a person needs of a row; the event has the name of its night. */
static void put_shown(
	struct cells *cells, const struct listed *row, const struct change_list *list)
{
	AUTO_FREE char *name = list->suites ? memory_format("%s/%s", row->suite, row->benchmark)
					    : memory_text(row->benchmark);
	char text[FORMAT_SIZE];

	cell_shown(cells, "benchmark", ALIGN_LEFT, STYLE_PLAIN, name);
	cell_shown(cells, "effect", ALIGN_RIGHT, row->effect > 0 ? STYLE_BAD : STYLE_GOOD,
		format_change(text, exp(row->effect)));
	cell_shown(cells, "95 % interval", ALIGN_RIGHT, STYLE_PLAIN,
		format_interval(text, exp(row->effect - CHANGE_Z * row->se),
			exp(row->effect + CHANGE_Z * row->se)));
	cell_shown(cells, "changed", ALIGN_LEFT, STYLE_PLAIN, row->changed);
	cell_shown(
		cells, "machine", ALIGN_LEFT, STYLE_PLAIN, list->machines ? row->machine : "");
	cell_shown(cells, "event", ALIGN_LEFT, STYLE_BOLD, row->event);
	cell_shown(cells, "state", ALIGN_LEFT, STYLE_PLAIN, row->state);
	snprintf(text, sizeof(text), "%.10s", row->revision);
	cell_shown(cells, "up to commit", ALIGN_LEFT, STYLE_PLAIN, text);
	cell_shown(cells, "decision", ALIGN_LEFT, STYLE_PLAIN, row->decision);
	cell_shown(cells, "reason", ALIGN_LEFT, STYLE_PLAIN, row->reason);
}

static void put_text(struct cells *cells, const char *key, const char *text)
{
	cell_text(cells, key, key, *text || !cells_are(cells, CELLS_JSON) ? text : NULL);
}

static char *six_digits(char *out, double value)
{
	snprintf(out, FORMAT_SIZE, "%.6g", value);
	return out;
}

static void put_ratio(struct cells *cells, const char *key, double effect)
{
	char text[FORMAT_SIZE];

	cell_number(cells, key, key, strtod(six_digits(text, exp(effect)), NULL), six_digits);
}

static void put(struct cells *cells, const void *of_row, const void *list)
{
	const struct listed *row = of_row;

	if (cells_are(cells, CELLS_TEXT)) {
		put_shown(cells, row, list);
		return;
	}
	put_text(cells, "event", row->event);
	put_text(cells, "state", row->state);
	put_text(cells, "changed", row->changed);
	put_text(cells, "suite", row->suite);
	put_text(cells, "benchmark", row->benchmark);
	put_text(cells, "machine", row->machine);
	put_ratio(cells, "ratio", row->effect);
	put_ratio(cells, "low", row->effect - CHANGE_Z * row->se);
	put_ratio(cells, "high", row->effect + CHANGE_Z * row->se);
	put_text(cells, "first_night", row->first);
	put_text(cells, "last_night", row->last);
	put_text(cells, "revision", row->revision);
	put_text(cells, "revision_before", row->before);
	put_text(cells, "reason", row->reason);
	put_ratio(cells, "ratio_in_30_nights", row->slope);
	put_text(cells, "decision", row->decision);
}

size_t change_list_end(struct change_list *list, const struct layout_size *size, FILE *out)
{
	static const struct listed empty = { "", "", "", "", "", "", "", "", "", "", 0, 0, 0,
		"", "" };
	const struct columns columns = { .put = put,
		.of = list,
		.empty = &empty,
		.none = "",
		.left = "---",
		.right = "--:",
		.digits = 6 };
	AUTO_FREE const void **rows =
		columns_rows(list->rows, list->count, sizeof(*list->rows));
	enum cells_for format = cells_format(list->format);
	size_t count = list->count, shown = count;

	if (format == CELLS_TEXT && !list->filter.all && count > SCREEN_ROWS)
		shown = SCREEN_ROWS;
	if (format == CELLS_JSON)
		fputs("{\"schema\":\"bdriver-history-changes-1\",\"changes\":[", out);
	columns_print(&columns, format, rows, shown, out, size);
	if (format == CELLS_JSON)
		fputs("\n]}\n", out);
	if (shown < count)
		fprintf(out, "and %zu more; --all lists them\n", count - shown);
	if (format == CELLS_TEXT && !count)
		fputs("No changes.\n", out);
	free(list->rows);
	free(list);
	return count;
}
