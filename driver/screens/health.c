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

/* A row. */
struct health {
	const char *machine;
	const struct track *track;
	size_t changes, noise, drawn;
	double sd;
	double smallest; /* found in a week, as ln; INFINITY: nothing */
	double reported; /* the same, if smaller changes are not reported */
	bool known;      /* what would be found */
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

static void put_row(struct cells *cells, const void *row, const void *of)
{
	const struct health *one = row;
	double found = exp(one->reported) - 1;
	char text[FORMAT_SIZE];
	AUTO_FREE char *name = memory_format("%s/%s", one->track->suite, one->track->benchmark);

	(void)of;
	/* Text and JSON have a table a machine. */
	cell_text(cells, cells_are(cells, CELLS_MARKDOWN) ? "machine" : NULL,
		cells_are(cells, CELLS_CSV) ? "machine" : NULL, one->machine);
	cell_text(cells, NULL, "suite", one->track->suite);
	cell_text(cells, NULL, "benchmark", one->track->benchmark);
	cell_shown(cells, "benchmark", ALIGN_LEFT, STYLE_PLAIN, name);
	cell_number(cells, "nights", "nights", (double)one->track->count, NULL);
	cell_number(cells, "SD of a night", "sd", one->sd, format_percent);
	cell_number(cells, NULL, "found_in_a_week", found, format_percent);
	cell_shown(cells, "found in a week", ALIGN_RIGHT, STYLE_PLAIN,
		!one->known                    ? "unknown"
		: one->reported > SMALLEST_MAX ? "nothing"
					       : format_percent(text, found));
	cell_number(cells, "changes", "changes", (double)one->changes, NULL);
	cell_number(cells, "called noise", "called_noise", (double)one->noise, NULL);
	cell_number(cells, NULL, "drawn_false_alarms", (double)one->drawn, NULL);
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

/* The promise beside what these nights give; it was measured since `begin`. */
static void print_promise(const struct screen *screen, struct promise *promise, uint64_t begin,
	const struct layout_size *size, FILE *out)
{
	AUTO_FREE char *worst = NULL;

	if (!promise->nights) {
		screen_say(out, size, "promise: ", "not measured before night %d.",
			PROMISE_NIGHTS_MIN);
		return;
	}
	worst = worst_tracks(promise, screen->tracks);
	screen_say(out, size, "promise: ",
		"%s: promised %.3g in %d nights, your noise gives %.0f in nights drawn "
		"singly, %.0f in blocks of %d (%d x %zu nights, %.1f s)%s%s.",
		promise->kept ? "kept" : "not kept", promise->aim, PROMISE_PER,
		promise_given(promise, PROMISE_NIGHTS), promise_given(promise, PROMISE_BLOCKS),
		PROMISE_BLOCK, PROMISE_DRAWS, promise->nights,
		(double)(bd_clock_ns() - begin) / 1e9, *worst ? "; worst lines: " : "", worst);
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
}

/* All benchmarks, the noisiest first. */
static void fill_rows(
	struct health *list, const struct screen *screen, const struct promise *promise)
{
	const struct changes *changes = screen->changes;
	size_t n = screen->tracks->track_count;

	for (size_t i = 0; i < n; i++) {
		double smallest = changes_smallest(changes, i);

		/* Where no level of a week is tested, nothing is found in it. */
		list[i] = (struct health){ .machine = screen->tracks->class,
			.track = &screen->tracks->tracks[i],
			.drawn = promise->by_track ? promise->by_track[i] : 0,
			.sd = changes->noise.tracks[i].sd,
			.smallest = changes_first_test(changes, i) > LOOKS_WEEK ? INFINITY
										: smallest,
			.known = isfinite(smallest) };
		list[i].reported = fmax(list[i].smallest, changes->smallest_reported);
	}
	count_changes(screen, list);
	qsort(list, n, sizeof(*list), worst_first);
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

static json_t *health_json(const struct columns *columns, const struct health *list,
	const struct screen *screen, const struct promise *promise)
{
	json_t *object = json_object(), *rows = json_array();

	json_put(object, "machine", json_text(screen->tracks->class));
	json_put(object, "nights", json_count(screen->tracks->night_count));
	json_put(object, "correlation", json_number(screen->changes->noise.autocorrelation));
	json_put(object, "alarms_in_30_nights", json_number(screen->alarms));
	json_put(object, "threshold", json_number(screen->changes->threshold));
	json_put(object, "false_alarms_in_300_nights", promise_json(promise));
	for (size_t i = 0; i < screen->tracks->track_count; i++)
		json_append(rows, columns_json(columns, &list[i]));
	json_put(object, "benchmarks", rows);
	return object;
}

/* One machine, in text or JSON; in every format its rows are filled. */
static void print_machine(const struct screen *screen, struct health *list,
	const struct columns *columns, const struct health_options *options, FILE *out)
{
	size_t n = screen->tracks->track_count;
	size_t most = options->most && n > options->most ? options->most : n;
	struct change_settings settings = CHANGE_SETTINGS_DEFAULT;
	AUTO_FREE const void **rows = columns_rows(list, n, sizeof(*list));
	AUTO(promise_release) struct promise promise = { 0 };
	uint64_t begin = bd_clock_ns();

	settings.alarms = screen->alarms;
	/* Markdown does not tell it. */
	if (options->format != CELLS_MARKDOWN)
		promise_measure(&promise, screen->tracks, screen->changes, &settings);
	fill_rows(list, screen, &promise);
	if (options->format == CELLS_JSON)
		json_write(out, health_json(columns, list, screen, &promise), 6);
	if (options->format != CELLS_TEXT)
		return;
	print_head(screen, &options->size, out);
	print_promise(screen, &promise, begin, &options->size, out);
	fputc('\n', out);
	columns_print(columns, CELLS_TEXT, rows, most, out, &options->size);
	if (n > most)
		fprintf(out, "and %zu quieter ones; --all lists them\n", n - most);
}

void health_print(const struct screen *screens, size_t count,
	const struct health_options *options, FILE *out)
{
	static const struct track no_track = { .suite = "", .benchmark = "" };
	static const struct health empty = { .machine = "", .track = &no_track };
	const struct columns columns = {
		.put = put_row, .empty = &empty, .none = "", .left = "---", .right = "--:"
	};
	bool json = options->format == CELLS_JSON;
	size_t all = 0;
	AUTO_FREE struct health *list = NULL;
	AUTO_FREE const void **rows = NULL;

	for (size_t i = 0; i < count; i++)
		all += screens[i].tracks->track_count;
	list = memory_zeroed(all + 1, sizeof(*list));
	rows = columns_rows(list, all, sizeof(*list));
	if (json)
		fputs("{\"schema\":\"bdriver-history-health-1\",\"machines\":[", out);
	for (size_t i = 0, begin = 0; i < count; i++) {
		if (i && (json || options->format == CELLS_TEXT))
			fputs(json ? ",\n" : "\n", out);
		print_machine(&screens[i], &list[begin], &columns, options, out);
		begin += screens[i].tracks->track_count;
	}
	if (json)
		fputs("\n]}\n", out);
	else if (options->format != CELLS_TEXT)
		columns_print(&columns, options->format, rows, all, out, NULL);
}
