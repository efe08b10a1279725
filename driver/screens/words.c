/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/print/format.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/comparison.h"
#include "driver/history/shift.h"

#define HASH_DIGITS 10
#define NOISY_NAMES 5
/* So many of last night's are named. */
#define NAMED 3

char *night_time_text(char out[NIGHT_SIZE], int64_t seconds)
{
	time_t value = (time_t)seconds;
	struct tm utc;

	gmtime_r(&value, &utc);
	strftime(out, NIGHT_SIZE, "%Y-%m-%d %H:%M", &utc);
	return out;
}

char *night_date(char out[NIGHT_SIZE], int64_t seconds)
{
	night_time_text(out, seconds);
	out[strlen("2025-02-03")] = '\0';
	return out;
}

void screen_say(
	FILE *out, const struct layout_size *size, const char *first, const char *format, ...)
{
	AUTO_FREE char *text = NULL;
	va_list args;

	va_start(args, format);
	text = memory_format_list(format, args);
	va_end(args);
	layout_wrap(out, size->width, first, text);
}

const struct change *event_largest(const struct screen *screen, const struct event *event)
{
	return &screen->changes->list[event->changes[0]];
}

char *event_benchmarks(const struct screen *screen, const struct event *event)
{
	const char *name =
		screen->tracks->tracks[event_largest(screen, event)->track].benchmark;

	AUTO_FREE char *more = event->in_state > 1 ? memory_format("%s and %zu more", name,
							     event->in_state - 1)
						   : memory_text(name);

	return event->in_state < event->count
		       ? memory_format("%s (%zu of %zu)", more, event->in_state, event->count)
		       : memory_text(more);
}

char *withdrawn_text(const struct reported_event *event)
{
	char effect[FORMAT_SIZE];
	AUTO_FREE char *more = event->count > 1
				       ? memory_format(" and %zu more", event->count - 1)
				       : memory_text("");
	AUTO_FREE char *now = *event->became
				      ? memory_format("now reported as %s", event->became)
				      : memory_text("the nights since do not bear it out");

	return memory_format("%s said %s of %s%s: %s", event->name,
		format_change(effect, event->changes->ratio), event->changes->benchmark, more,
		now);
}

static char *dates(const struct screen *screen, const struct event *event)
{
	const struct track_night *nights = screen->tracks->nights;
	char before[NIGHT_SIZE], after[NIGHT_SIZE];

	night_date(before, nights[event->low ? event->low - 1 : 0].started);
	night_date(after, nights[event->high].started);
	if (!strcmp(before, after)) {
		night_time_text(before, nights[event->low ? event->low - 1 : 0].started);
		night_time_text(after, nights[event->high].started);
	}
	return memory_format("between %s and %s", before, after);
}

/* Of what is no step. */
static char *lasting(const struct screen *screen, const struct event *event)
{
	const struct change *change = event_largest(screen, event);
	const struct track_night *nights = screen->tracks->nights;
	char from[NIGHT_SIZE], to[NIGHT_SIZE], slope[FORMAT_SIZE];

	night_date(from, nights[change->best].started);
	night_date(to, nights[change->high].started);
	if (change->flips)
		return memory_format(
			"%u times to and fro, from %s to %s", change->flips, from, to);
	format_change(slope, exp(change_slope(change)));
	return memory_format("%s in 30 nights, from %s to %s", slope, from, to);
}

char *event_place(const struct screen *screen, const struct event *event)
{
	const struct track_night *last = &screen->tracks->nights[event->high];
	const struct track_night *before =
		event->low ? last - (event->high - event->low) - 1 : NULL;
	const char *subject = last->subject ? last->subject : "";
	int64_t commits;

	if (event_largest(screen, event)->until)
		return lasting(screen, event);
	if (!before || !last->revision || !before->revision)
		return dates(screen, event);
	if (before->height < 0 || last->height < 0)
		return memory_format("in commits %.*s..%.*s %s", HASH_DIGITS, before->revision,
			HASH_DIGITS, last->revision, subject);
	commits = last->height - before->height;
	if (commits < 1)
		return memory_format("no commit: %.*s as before", HASH_DIGITS, last->revision);
	if (commits == 1)
		return memory_format("commit %.*s %s", HASH_DIGITS, last->revision, subject);
	return memory_format("one of %" PRId64 " commits %.*s..%.*s %s", commits, HASH_DIGITS,
		before->revision, HASH_DIGITS, last->revision, subject);
}

struct noisy {
	const struct track *track;
	double smallest;
};

static int noisiest_first(const void *a, const void *b)
{
	double x = ((const struct noisy *)a)->smallest, y = ((const struct noisy *)b)->smallest;

	return (x < y) - (x > y);
}

char *too_noisy_text(const struct screen *screen, bool all)
{
	size_t n = screen->tracks->track_count, count = 0, shown;
	AUTO_FREE struct noisy *list = memory_zeroed(n + 1, sizeof(*list));
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *joined = NULL;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < n; i++)
		if (changes_too_noisy(screen->changes, &screen->tracks->tracks[i], i))
			list[count++] = (struct noisy){ &screen->tracks->tracks[i],
				changes_smallest(screen->changes, i) };
	if (!count)
		return NULL;
	qsort(list, count, sizeof(*list), noisiest_first);
	shown = all || count < NOISY_NAMES ? count : NOISY_NAMES;
	for (size_t i = 0; i < shown; i++)
		string_list_addf(&names, "%s (%s)", list[i].track->benchmark,
			format_percent(text, exp(list[i].smallest) - 1));
	if (count > shown)
		string_list_addf(&names, "%zu more", count - shown);
	joined = string_list_join(&names, ", ");
	return memory_format("%zu of %zu; would see in a week: %s", count, n, joined);
}

char *suite_step_text(const struct screen *screen)
{
	struct suite_shift step = suite_step(screen->tracks);
	AUTO_FREE char *words = NULL;

	if (!step.beyond)
		return NULL;
	words = headline_shift_words(&step);
	return memory_format("the suite is %s than the night before: the machine or the "
			     "program; two plain nights cannot tell. Run each night with "
			     "bdriver run --new DIR --anchor DIR.",
		words);
}

/* Rows come with the regressions first. */
static char *called_text(const struct comparison *comparison, size_t count)
{
	AUTO(string_list_release) struct string_list list = { 0 };
	AUTO_FREE char *names = NULL;

	for (size_t i = 0; i < count && i < NAMED; i++) {
		AUTO_FREE char *name = words_name(comparison, &comparison->rows[i]);
		char text[FORMAT_SIZE];

		string_list_addf(&list, "%s %s", name,
			format_change(text, comparison->rows[i].time.ratio));
	}
	if (count > NAMED)
		string_list_addf(&list, "%zu more", count - NAMED);
	names = string_list_join(&list, ", ");
	return memory_format(
		"%s beside the build of the night before; the next night decides", names);
}

struct pending pending_of(const struct log *before, const struct log *now)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	AUTO(comparison_release) struct comparison comparison = { 0 };
	const size_t *counts = comparison.summary.counts;
	struct pending pending = { 0 };
	struct err e;

	if (comparison_make(&comparison, before, now, &options, &e))
		return pending;
	if (counts[VERDICT_REGRESSED] + counts[VERDICT_IMPROVED])
		pending.text = called_text(
			&comparison, counts[VERDICT_REGRESSED] + counts[VERDICT_IMPROVED]);
	pending.rises = counts[VERDICT_REGRESSED];
	return pending;
}

void pending_release(struct pending *pending)
{
	free(pending->text);
	*pending = (struct pending){ 0 };
}
