/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/health.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/print/columns.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "driver/history/looks.h"
#include "driver/history/promise.h"
#include "harness/base/clock.h"

/* Twice as slow: such a benchmark is not watched. */
#define SMALLEST_MAX M_LN2

struct health {
	size_t track, changes, noise, drawn;
	double smallest; /* found in a week, as ln; INFINITY: nothing */
};

/* Lines that gave the most false alarms. */
#define WORST 3

static int worst_first(const void *a, const void *b)
{
	const struct health *x = a, *y = b;

	if (x->smallest != y->smallest)
		return (x->smallest < y->smallest) - (x->smallest > y->smallest);
	return (x->track > y->track) - (x->track < y->track);
}

static void count_changes(const struct screen *screen, struct health *list)
{
	for (size_t i = 0; i < screen->changes->count; i++) {
		struct health *one = &list[screen->changes->list[i].track];
		const struct decision *decision = screen->events->fates[i].decision;

		one->changes++;
		one->noise += decision && decision->kind == DECISION_NOISE;
	}
}

/* Smaller changes are not reported; as ln. */
static double reported_from(const struct screen *screen, const struct health *one)
{
	return fmax(one->smallest, screen->changes->smallest_reported);
}

static void put_row(struct cells *cells, const void *row, const void *of)
{
	const struct health *one = row;
	const struct screen *screen = of;
	const struct track *track = &screen->tracks->tracks[one->track];
	double smallest = reported_from(screen, one);
	char text[FORMAT_SIZE];
	AUTO_FREE char *name = memory_format("%s/%s", track->suite, track->benchmark);

	cell_json(cells, "suite", json_text(track->suite));
	cell_json(cells, "benchmark", json_text(track->benchmark));
	cell_shown(cells, "benchmark", ALIGN_LEFT, STYLE_PLAIN, name);
	cell_number(cells, "nights", "nights", (double)track->count, NULL);
	cell_number(cells, "SD of a night", "sd", screen->changes->noise.tracks[one->track].sd,
		format_percent);
	cell_json(cells, "found_in_a_week", json_number(exp(smallest) - 1));
	cell_shown(cells, "found in a week", ALIGN_RIGHT, STYLE_PLAIN,
		!isfinite(changes_smallest(screen->changes, one->track)) ? "unknown"
		: smallest > SMALLEST_MAX                                ? "nothing"
					  : format_percent(text, exp(smallest) - 1));
	cell_number(cells, "changes", "changes", (double)one->changes, NULL);
	cell_number(cells, "called noise", "called_noise", (double)one->noise, NULL);
	cell_json(cells, "drawn_false_alarms", json_count(one->drawn));
}

/* Those that gave the most, "A (4), B (3)"; takes them out of the promise. */
static char *worst_tracks(struct promise *promise, const struct tracks *tracks)
{
	AUTO(string_list_release) struct string_list list = { 0 };

	while (list.count < WORST) {
		size_t worst = 0;

		for (size_t i = 1; i < tracks->track_count; i++)
			if (promise->by_track[i] > promise->by_track[worst])
				worst = i;
		if (!promise->by_track[worst])
			break;
		string_list_addf(&list, "%s/%s (%zu)", tracks->tracks[worst].suite,
			tracks->tracks[worst].benchmark, promise->by_track[worst]);
		promise->by_track[worst] = 0;
	}
	return string_list_join(&list, ", ");
}

static void measure(struct promise *promise, const struct screen *screen)
{
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;

	settings.alarms = screen->alarms;
	promise_measure(promise, screen->tracks, screen->changes, &settings);
}

/* The promise beside what these nights give. */
static void print_promise(
	const struct screen *screen, const struct layout_size *size, FILE *out)
{
	AUTO(promise_release) struct promise promise = { 0 };
	uint64_t begin = bd_clock_ns();
	AUTO_FREE char *worst = NULL;

	measure(&promise, screen);
	worst = worst_tracks(&promise, screen->tracks);
	if (promise.nights)
		screen_say(out, size, "promise: ",
			"%s: promised %.3g in %d nights, your noise gives %.0f in nights drawn "
			"singly, %.0f in blocks of %d (%d x %zu nights, %.1f s)%s%s.",
			promise.kept ? "kept" : "not kept", promise.aim, PROMISE_PER,
			promise_given(&promise, PROMISE_NIGHTS),
			promise_given(&promise, PROMISE_BLOCKS), PROMISE_BLOCK, PROMISE_DRAWS,
			promise.nights, (double)(bd_clock_ns() - begin) / 1e9,
			*worst ? "; worst lines: " : "", worst);
	else
		screen_say(out, size, "promise: ", "not measured before night %d.",
			PROMISE_NIGHTS_MIN);
}

/* The budget beside what people decided. */
static void print_head(const struct screen *screen, const struct layout_size *size, FILE *out)
{
	const struct noise *noise = &screen->changes->noise;
	size_t nights = screen->tracks->night_count, decided, false_ones;

	events_decided(screen->events, &decided, &false_ones);
	screen_say(out, size, "",
		"%s: %zu benchmark%s, %zu night%s; correlation of successive nights %.2f%s.",
		screen->tracks->class, screen->tracks->track_count,
		PLURAL(screen->tracks->track_count), nights, PLURAL(nights),
		noise->autocorrelation,
		noise->autocorrelation > 0.2 ? ": the noise counts as larger" : "");
	screen_say(out, size, "alarms: ",
		"%g false in 30 nights is the aim (threshold z = %.2f after a week); %zu "
		"event%s, %zu decided, %zu called noise: %.2g in 30 nights.",
		screen->alarms, screen->changes->threshold, screen->events->count,
		PLURAL(screen->events->count), decided, false_ones,
		30 * (double)false_ones / (double)(nights ? nights : 1));
	print_promise(screen, size, out);
	fputc('\n', out);
}

/* All benchmarks, the noisiest first; the caller frees them. */
static struct health *worst_benchmarks(const struct screen *screen)
{
	size_t n = screen->tracks->track_count;
	struct health *list = memory_zeroed(n + 1, sizeof(*list));

	for (size_t i = 0; i < n; i++) {
		list[i].track = i;
		/* Where no level of a week is tested, nothing is found in it. */
		list[i].smallest = changes_first_test(screen->changes, i) > LOOKS_WEEK
					   ? INFINITY
					   : changes_smallest(screen->changes, i);
	}
	count_changes(screen, list);
	qsort(list, n, sizeof(*list), worst_first);
	return list;
}

void health_print(
	const struct screen *screen, size_t most, const struct layout_size *size, FILE *out)
{
	size_t n = screen->tracks->track_count, shown = most && n > most ? most : n;
	AUTO_FREE struct health *list = worst_benchmarks(screen);
	AUTO_FREE const void **rows = memory_zeroed(n + 1, sizeof(*rows));
	const struct columns columns = { .put = put_row, .of = screen, .empty = list };

	print_head(screen, size, out);
	for (size_t i = 0; i < n; i++)
		rows[i] = &list[i];
	columns_text(&columns, rows, shown, out, size);
	if (n > shown)
		fprintf(out, "and %zu quieter ones; --all lists them\n", n - shown);
}

static json_t *promise_json(const struct promise *promise)
{
	json_t *object = json_object();

	if (!promise->nights)
		return json_decref(object), json_null();
	json_put(object, "kept", json_boolean(promise->kept));
	json_put(object, "promised", json_number(promise->aim));
	json_put(object, "drawn_singly", json_number(promise_given(promise, PROMISE_NIGHTS)));
	json_put(
		object, "drawn_in_blocks", json_number(promise_given(promise, PROMISE_BLOCKS)));
	return object;
}

json_t *health_json(const struct screen *screen)
{
	json_t *object = json_object(), *rows = json_array();
	AUTO_FREE struct health *list = worst_benchmarks(screen);
	AUTO(promise_release) struct promise promise = { 0 };
	const struct columns columns = { .put = put_row, .of = screen };

	measure(&promise, screen);
	json_put(object, "machine", json_text(screen->tracks->class));
	json_put(object, "nights", json_count(screen->tracks->night_count));
	json_put(object, "correlation", json_number(screen->changes->noise.autocorrelation));
	json_put(object, "alarms_in_30_nights", json_number(screen->alarms));
	json_put(object, "threshold", json_number(screen->changes->threshold));
	json_put(object, "false_alarms_in_300_nights", promise_json(&promise));
	for (size_t i = 0; i < screen->tracks->track_count; i++) {
		list[i].drawn = promise.by_track[list[i].track];
		json_append(rows, columns_json(&columns, &list[i]));
	}
	json_put(object, "benchmarks", rows);
	return object;
}
