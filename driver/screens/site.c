/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/site.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "driver/screens/bench_chart.h"

#define HASH_DIGITS 10
#define HEAT_MOST   25

/* Rows are arrays: an object a row would make the files twice as large. */

static json_t *commit_of(const struct track_night *night)
{
	AUTO_FREE char *text = NULL;

	if (!night->revision)
		return json_text(NULL);
	text = memory_format(
		"%.*s %s", HASH_DIGITS, night->revision, night->subject ? night->subject : "");
	return json_text(text);
}

/* [when, commit, launches, disturbed, failed, shift of the machine, machine's text if new] */
static json_t *nights_of(const struct screen *screen)
{
	const struct tracks *tracks = screen->tracks;
	json_t *array = json_array();

	for (size_t t = 0; t < tracks->night_count; t++) {
		const struct track_night *night = &tracks->nights[t];
		const double *shift = &screen->changes->noise.lasting[t];
		bool new = !t || night->machine != night[-1].machine;

		json_append(array,
			json_array_of(json_integer(night->started), commit_of(night),
				json_integer(night->launches), json_integer(night->disturbed),
				json_integer(night->failed),
				json_number(t ? exp(*shift - shift[-1]) : 1),
				json_text(new ? night->machine_text : NULL)));
	}
	return array;
}

static json_t *effect_of(const struct change *change)
{
	return json_array_of(json_number(exp(change->effect)),
		json_number(exp(change->effect - CHANGE_Z * change->se)),
		json_number(exp(change->effect + CHANGE_Z * change->se)));
}

static json_t *decision_of(const struct decision *one)
{
	json_t *object = json_object();
	char date[NIGHT_SIZE];

	json_put(object, "what", json_text(decision_word(one->kind)));
	json_put(object, "why", json_text(one->reason));
	json_put(object, "who", json_text(one->who));
	json_put(object, "link", json_text(one->link));
	json_put(object, "when", json_text(night_date(date, one->when)));
	json_put(object, "until",
		json_text(one->until < 0 ? NULL : night_date(date, one->until)));
	json_put(object, "up_to", json_number(one->up_to));
	return object;
}

/* All that was ever decided about it, or holds for one of its benchmarks. */
static json_t *decisions_of(const struct screen *screen, const struct event *event)
{
	json_t *array = json_array();

	for (size_t i = 0; i < screen->decisions->count; i++) {
		const struct decision *one = &screen->decisions->list[i];
		bool reported = one->event && !strcmp(one->class, screen->tracks->class) &&
				!strcmp(one->event, event->name);

		for (size_t k = 0; k < event->count && !reported; k++)
			reported = screen->events->fates[event->changes[k]].decision == one;
		if (reported)
			json_append(array, decision_of(one));
	}
	return array;
}

static json_t *event_of(const struct screen *screen, const struct event *event)
{
	json_t *object = json_object(), *changes = json_array();
	AUTO_FREE char *place = event_place(screen, event),
		       *benchmarks = event_benchmarks(screen, event);

	json_put(object, "name", json_text(event->name));
	json_put(object, "state", json_text(event_state_name(event->state)));
	json_put(object, "changed", json_text(change_kind_name(event->kind)));
	json_put(object, "place", json_text(place));
	json_put(object, "low", json_count(event->low));
	json_put(object, "high", json_count(event->high));
	json_put(object, "best", json_count(event->best));
	json_put(object, "benchmarks", json_text(benchmarks));
	json_put(object, "decisions", decisions_of(screen, event));
	for (size_t i = 0; i < event->count; i++) {
		const struct change *change = &screen->changes->list[event->changes[i]];
		json_t *row = effect_of(change);

		json_array_insert_new(row, 0, json_count(change->track));
		json_append(row, json_text(event_state_name(
					 screen->events->fates[event->changes[i]].state)));
		json_append(changes, row);
	}
	json_put(object, "changes", changes);
	return object;
}

/* [suite, name, SD of a night, last level, nights, changes] */
static json_t *track_of(const struct screen *screen, size_t index)
{
	const struct track *track = &screen->tracks->tracks[index];
	struct stretches all = stretches_of(screen, index);
	double last = all.count ? exp(all.list[all.count - 1].level) : NAN;
	size_t changes = 0;

	for (size_t i = 0; i < all.count; i++)
		changes += all.list[i].change != NULL;
	free(all.list);
	return json_array_of(json_text(track->suite), json_text(track->benchmark),
		json_number(screen->changes->noise.tracks[index].sd), json_number(last),
		json_count(track->count), json_count(changes));
}

/* { name: what it said and became } */
static json_t *withdrawn_of(const struct screen *screen)
{
	json_t *object = json_object();

	for (size_t i = 0; i < screen->reported->count; i++)
		if (screen->reported->list[i].withdrawn >= 0) {
			AUTO_FREE char *text = withdrawn_text(&screen->reported->list[i]);

			json_put(object, screen->reported->list[i].name, json_text(text));
		}
	return object;
}

static json_t *class_of(const struct screen *screen)
{
	json_t *object = json_object(), *events = json_array(), *tracks = json_array();

	json_put(object, "name", json_text(screen->tracks->class));
	json_put(object, "nights", nights_of(screen));
	json_put(object, "step", json_text_owned(suite_step_text(screen)));
	json_put(object, "pending", json_text(screen->pending.text));
	json_put(object, "noisy", json_text_owned(too_noisy_text(screen, true)));
	for (size_t i = 0; i < screen->events->count; i++)
		json_append(events, event_of(screen, &screen->events->list[i]));
	for (size_t i = 0; i < screen->tracks->track_count; i++)
		json_append(tracks, track_of(screen, i));
	json_put(object, "events", events);
	json_put(object, "withdrawn", withdrawn_of(screen));
	json_put(object, "lines", tracks);
	return object;
}

json_t *site_index(const struct screen *screens, size_t screen_count)
{
	json_t *object = json_object(), *classes = json_array();

	for (size_t i = 0; i < screen_count; i++)
		json_append(classes, class_of(&screens[i]));
	json_put(object, "schema", json_text("bdriver-history-report-1"));
	json_put(object, "alarms", json_number(screen_count ? screens[0].alarms : NAN));
	json_put(object, "classes", classes);
	return object;
}

/* [night, ns, relative error, ns as it was measured, what changed] */
static json_t *points_of(const struct screen *screen, const struct track *track)
{
	json_t *array = json_array();

	for (size_t i = 0; i < track->count; i++) {
		const struct track_point *p = &track->points[i];
		char mark[2] = { i ? stretch_mark(screen, p - 1, p) : ' ', '\0' };

		json_append(array, json_array_of(json_count(p->night),
					   json_number(exp(stretch_value(screen, p))),
					   json_number(p->se), json_number(exp(track_raw(p))),
					   json_text(*mark == ' ' ? "" : mark)));
	}
	return array;
}

/* { from, to: nights; level; effect; event: its place } */
static json_t *level_of(
	const struct screen *screen, const struct track *track, const struct stretch *one)
{
	const struct event *event =
		one->change ? events_of(screen->events, one->change_place) : NULL;
	json_t *object = json_object();

	json_put(object, "from", json_count(track->points[one->from].night));
	json_put(object, "to", json_count(track->points[one->to - 1].night));
	json_put(object, "count", json_count(one->to - one->from));
	if (one->change)
		json_put(object, "state",
			json_text(event_state_name(
				screen->events->fates[one->change_place].state)));
	json_put(object, "level", json_number(exp(one->level)));
	json_put(object, "begin", json_number(exp(stretch_begin(one))));
	json_put(object, "end", json_number(exp(stretch_end(one))));
	if (one->change)
		json_put(object, "effect", effect_of(one->change));
	if (event)
		json_put(object, "event", json_count((size_t)(event - screen->events->list)));
	return object;
}

json_t *site_track(const struct screen *screen, size_t index)
{
	const struct track *track = &screen->tracks->tracks[index];
	struct stretches all = stretches_of(screen, index);
	json_t *object = json_object(), *levels = json_array();

	json_put(object, "points", points_of(screen, track));
	for (size_t i = 0; i < all.count; i++)
		json_append(levels, level_of(screen, track, &all.list[i]));
	json_put(object, "levels", levels);
	free(all.list);
	return object;
}

static json_t *heat_of(const struct screen *screen, size_t index)
{
	const struct track *track = &screen->tracks->tracks[index];
	struct stretches all = stretches_of(screen, index);
	size_t nights = screen->tracks->night_count;
	AUTO_FREE char *text = memory_zeroed(nights + 1, 1);
	json_t *value;

	memset(text, '.', nights);
	for (size_t i = 0; i < track->count; i++) {
		double change = stretch_value(screen, &track->points[i]) - all.list[0].level;
		double steps = round(change / SITE_HEAT_STEP);

		text[track->points[i].night] =
			(char)('A' + 26 + (int)fmax(-HEAT_MOST, fmin(HEAT_MOST, steps)));
	}
	value = json_text(text);
	free(all.list);
	return value;
}

json_t *site_heat(const struct screen *screen)
{
	json_t *array = json_array();

	for (size_t i = 0; i < screen->tracks->track_count; i++)
		json_append(array, heat_of(screen, i));
	return array;
}
