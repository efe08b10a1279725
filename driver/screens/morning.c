/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/morning.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/print/format.h"
#include "driver/screens/bench_chart.h"

/* A closed event is shown for so long. */
#define CLOSED_NIGHTS  30
#define WITHDRAWN_ROWS 10
/* What became of a benchmark is reported for so long. */
#define RECENT_NIGHTS 7

static const enum style styles[EVENT_STATES] = { STYLE_BAD, STYLE_WARN, STYLE_WARN, STYLE_GOOD,
	STYLE_DIM };

/* Was the night before the last one that it has a point of? */
static bool is_lost(const struct track *track, size_t night)
{
	return track->count && track->points[track->count - 1].night + 1 == night;
}

/* How many tracks have their last point so many nights before the last night. */
static size_t last_seen(const struct tracks *tracks, size_t before)
{
	size_t n = 0;

	for (size_t i = 0; i < tracks->track_count; i++)
		n += is_lost(&tracks->tracks[i], tracks->night_count - before);
	return n;
}

/* Of "KEY=VALUE; KEY=VALUE": those that the other machine has not. */
static void print_facts(const struct layout_size *size, FILE *out, const char *first,
	const char *text, const char *other)
{
	AUTO(string_list_release) struct string_list facts = { 0 }, others = { 0 }, own = { 0 };
	AUTO_FREE char *joined = NULL;

	string_list_split(&facts, text, ";");
	string_list_split(&others, other, ";");
	for (size_t i = 0; i < facts.count; i++)
		if (!string_list_has(&others, facts.items[i]))
			string_list_add(&own, facts.items[i]);
	joined = string_list_join(&own, ";");
	layout_wrap(out, size->width, first, joined + strspn(joined, " "));
}

/* Did the night work? */
static void print_night(const struct screen *screen, const struct layout_size *size, FILE *out)
{
	const struct tracks *tracks = screen->tracks;
	const struct track_night *night = &tracks->nights[tracks->night_count - 1];
	size_t lost = last_seen(tracks, 1), count = last_seen(tracks, 0),
	       failed = (size_t)night->failed;
	char when[NIGHT_SIZE], gone[24] = "none";
	bool other = tracks->night_count > 1 && night[-1].machine != night->machine;

	if (lost > failed)
		snprintf(gone, sizeof(gone), "%zu", lost - failed);
	screen_say(out, size, "",
		"%s, %zu night%s, the last one %s: %zu benchmark%s measured, %" PRId64
		" failed, %s missing since the night before; %" PRId64 " of %" PRId64
		" launches disturbed.%s",
		tracks->class, tracks->night_count, PLURAL(tracks->night_count),
		night_time_text(when, night->started), count, PLURAL(count), night->failed,
		gone, night->disturbed, night->launches,
		other ? " The machine is not as the night before." : "");
	if (other) {
		print_facts(
			size, out, "  before: ", night[-1].machine_text, night->machine_text);
		print_facts(size, out, "  now: ", night->machine_text, night[-1].machine_text);
	}
}

static bool wanted(const struct screen *screen, const struct morning_options *options,
	const struct event *event)
{
	size_t age = screen->tracks->night_count - event->best;
	bool over = event->state == EVENT_DECIDED ||
		    (event->state == EVENT_CLOSED && age > CLOSED_NIGHTS);

	return (options->all || !over) &&
	       screen->tracks->nights[event->best].started >= options->since;
}

static void add_event(
	struct layout *layout, const struct screen *screen, const struct event *event)
{
	const struct change *change = event_largest(screen, event);
	char text[FORMAT_SIZE], age[32];
	AUTO_FREE char *benchmarks = event_benchmarks(screen, event),
		       *place = event_place(screen, event);
	AUTO_FREE char *note = event->decision ? memory_format("%s; %s: %s", place,
							 decision_word(event->decision->kind),
							 event->decision->reason)
					       : memory_text(place);

	layout_add(layout, STYLE_BOLD, event->name);
	layout_add(layout, styles[event->state], event_state_name(event->state));
	layout_add(layout, STYLE_PLAIN, change_kind_name(event->kind));
	layout_add(layout, change->effect > 0 ? STYLE_BAD : STYLE_GOOD,
		format_change(text, exp(change->effect)));
	layout_add(layout, STYLE_PLAIN,
		format_interval(text, exp(change->effect - CHANGE_Z * change->se),
			exp(change->effect + CHANGE_Z * change->se)));
	snprintf(age, sizeof(age), "%zu", screen->tracks->night_count - event->best);
	layout_add(layout, STYLE_PLAIN, age);
	layout_add(layout, STYLE_PLAIN, benchmarks);
	layout_add(layout, STYLE_PLAIN, note);
}

/* "new: 5 benchmarks rose (2 events, the largest +48 %), 1 fell (1 event)" */
static void print_counts(
	const struct screen *screen, const struct morning_options *options, FILE *out)
{
	size_t events[2] = { 0 }, changes[2] = { 0 };
	double largest = 0;
	char text[FORMAT_SIZE], most[FORMAT_SIZE + 32] = "";

	for (size_t i = 0; i < screen->events->count; i++) {
		const struct event *event = &screen->events->list[i];

		if (event->state != EVENT_NEW || !wanted(screen, options, event))
			continue;
		events[event->rise]++;
		changes[event->rise] += event->in_state;
		largest = fmax(largest, event_largest(screen, event)->effect);
	}
	if (events[true])
		snprintf(most, sizeof(most), ", the largest %s",
			format_change(text, exp(largest)));
	if (events[true] + events[false])
		fprintf(out,
			"new: %zu benchmark%s rose (%zu event%s%s), %zu fell (%zu event%s)\n\n",
			changes[true], PLURAL(changes[true]), events[true],
			PLURAL(events[true]), most, changes[false], events[false],
			PLURAL(events[false]));
}

/* Returns how many of the events shown are new or due. */
static size_t print_events(
	const struct screen *screen, const struct morning_options *options, FILE *out)
{
	static const struct column columns[] = { { "event", ALIGN_LEFT },
		{ "state", ALIGN_LEFT }, { "changed", ALIGN_LEFT }, { "effect", ALIGN_RIGHT },
		{ "95 % interval", ALIGN_RIGHT }, { "nights", ALIGN_RIGHT },
		{ "benchmarks", ALIGN_LEFT }, { "where", ALIGN_LEFT } };
	AUTO(layout_release) struct layout layout = { 0 };
	size_t shown = 0, more = 0, calls = 0;

	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < screen->events->count; i++) {
		const struct event *event = &screen->events->list[i];

		if (!wanted(screen, options, event))
			continue;
		calls += event->state == EVENT_NEW || event->state == EVENT_DUE;
		if (shown == SCREEN_ROWS && !options->all) {
			more++;
			continue;
		}
		add_event(&layout, screen, event);
		shown++;
	}
	if (shown) {
		fputc('\n', out);
		print_counts(screen, options, out);
	}
	layout_print(&layout, out, &options->size);
	if (more)
		fprintf(out, "and %zu more; `bdriver history changes` lists all\n", more);
	return calls;
}

/* Shifts that benchmarks with the same code had in common in the last 30 nights. */
static void print_shifts(const struct screen *screen, const struct layout_size *size, FILE *out)
{
	const double *shift = screen->changes->noise.lasting;
	size_t n = screen->tracks->night_count;

	for (size_t t = n > 30 ? n - 30 : 1; t < n; t++) {
		char change[FORMAT_SIZE], when[NIGHT_SIZE];

		if (shift[t] != shift[t - 1])
			screen_say(out, size, "machine: ",
				"%s: benchmarks moved together by %s; this is taken out of all "
				"lines.",
				night_date(when, screen->tracks->nights[t].started),
				format_change(change, exp(shift[t] - shift[t - 1])));
	}
}

static bool is_redefined(const struct track *track, size_t night)
{
	const struct track_point *point = track_at(track, (uint32_t)night);

	return point && point > track->points && stretch_redefined(point);
}

/* The benchmarks of which that holds in one of the last nights. */
static void print_recent(const struct screen *screen, const struct layout_size *size, FILE *out,
	bool (*is)(const struct track *track, size_t night), const char *first,
	const char *what)
{
	const struct tracks *tracks = screen->tracks;
	size_t n = tracks->night_count;

	for (size_t t = n > RECENT_NIGHTS ? n - RECENT_NIGHTS : 1; t < n; t++) {
		char when[NIGHT_SIZE], more[64] = "";
		const char *name = NULL;
		size_t count = 0;

		for (size_t i = 0; i < tracks->track_count; i++)
			if (is(&tracks->tracks[i], t) && !count++)
				name = tracks->tracks[i].benchmark;
		if (count > 1)
			snprintf(more, sizeof(more), " and %zu more", count - 1);
		if (count)
			screen_say(out, size, first, "%s: %s%s: %s",
				night_date(when, tracks->nights[t].started), name, more, what);
	}
}

/* Takes the text; NULL: there is nothing to say. Returns whether there was. */
static bool say_taken(FILE *out, const struct layout_size *size, const char *first, char *text)
{
	bool any = text;

	if (any)
		layout_wrap(out, size->width, first, text);
	free(text);
	return any;
}

/* The budget beside what people decided, once they did. */
static void print_alarms(const struct screen *screen, const struct layout_size *size, FILE *out)
{
	size_t decided, noise;

	events_decided(screen->events, &decided, &noise);
	if (decided)
		screen_say(out, size, "expected false alarms: ",
			"%g in 30 nights (--alarms); %zu of %zu decided event%s called noise.",
			screen->alarms, noise, decided, decided == 1 ? " was" : "s were");
}

/* Somebody may wait for it; once: while the night that took it back is the last one. */
static bool is_missed(const struct screen *screen, const struct reported_event *event)
{
	const char *decision = event->changes->decision;

	return event->withdrawn ==
		       screen->tracks->nights[screen->tracks->night_count - 1].started &&
	       (!decision || decision_parse(decision) >= DECISION_FIXED);
}

static void print_withdrawn(
	const struct screen *screen, const struct morning_options *options, FILE *out)
{
	size_t shown = 0;

	for (size_t i = 0; i < screen->reported->count; i++) {
		const struct reported_event *event = &screen->reported->list[i];

		if (event->withdrawn < 0 || (!options->all && !is_missed(screen, event)))
			continue;
		if (++shown <= WITHDRAWN_ROWS || options->all)
			say_taken(out, &options->size, "withdrawn: ", withdrawn_text(event));
	}
	if (shown > WITHDRAWN_ROWS && !options->all)
		fprintf(out, "withdrawn: and %zu more; --all lists them\n",
			shown - WITHDRAWN_ROWS);
}

/* What --since hides. */
static void print_since(
	const struct screen *screen, const struct morning_options *options, FILE *out)
{
	struct morning_options without = *options;
	size_t hidden = 0;
	char when[NIGHT_SIZE];

	without.since = -1;
	for (size_t i = 0; i < screen->events->count; i++)
		hidden += wanted(screen, &without, &screen->events->list[i]) &&
			  !wanted(screen, options, &screen->events->list[i]);
	night_date(when, options->since);
	if (hidden)
		fprintf(out,
			"since: %zu event%s before %s %s not shown; --since all shows all\n",
			hidden, PLURAL(hidden), when, hidden == 1 ? "is" : "are");
}

/* Of the first event on the screen. */
static void say_next(
	const struct screen *screen, const struct morning_options *options, FILE *out)
{
	const struct event *event = screen->events->list;

	while (!wanted(screen, options, event))
		event++;
	screen_say(out, &options->size, "next: ",
		"bdriver history show %s; then bdriver history accept %s -m WHY (or noise, "
		"machine, fixed)",
		event->name, event->name);
}

struct morning morning_print(
	const struct screen *screen, const struct morning_options *options, FILE *out)
{
	bool measured = last_seen(screen->tracks, 0);
	struct morning shown;

	print_night(screen, &options->size, out);
	shown.calls = print_events(screen, options, out);
	fputc('\n', out);
	print_withdrawn(screen, options, out);
	print_shifts(screen, &options->size, out);
	/* Their older nights are no measure, so no change of their time is reported. */
	print_recent(screen, &options->size, out, is_redefined, "redefined: ",
		"the checksum, items or bytes changed; times before and after are not "
		"compared.");
	print_recent(screen, &options->size, out, is_lost, "not measured since: ",
		"failed, renamed or removed; a new name begins a new line.");
	shown.undecided = say_taken(out, &options->size, "suite: ", suite_step_text(screen));
	if (screen->pending.text)
		layout_wrap(out, options->size.width, "not yet judged: ", screen->pending.text);
	say_taken(out, &options->size,
		"too noisy to watch: ", too_noisy_text(screen, options->all));
	print_alarms(screen, &options->size, out);
	print_since(screen, options, out);
	if (shown.calls)
		say_next(screen, options, out);
	else if (!measured)
		fprintf(out, "Nothing was measured in the last night.\n");
	else if (!shown.undecided && !screen->pending.text)
		fprintf(out, "Nothing is new.\n");
	shown.undecided |= screen->pending.rises || !measured;
	return shown;
}
