/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/bench_chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/canvas.h"
#include "compare/print/format.h"

#define LABEL       10
#define ROWS        12
#define WIDTH_MAX   120
#define NIGHTS_LAST 7

double stretch_value(const struct screen *screen, const struct track_point *point)
{
	const struct noise *noise = &screen->changes->noise;

	return point->level - noise->shift[point->night] +
	       noise->lasting[screen->tracks->night_count - 1];
}

static void append_level(struct stretches *all, const struct screen *screen,
	const struct track *track, size_t from, size_t to, size_t place)
{
	const struct changes *changes = screen->changes;
	struct stretch *one;
	double sum = 0;

	if (from == to)
		return;
	for (size_t i = from; i < to; i++)
		sum += stretch_value(screen, &track->points[i]);
	one = ARRAY_ADD(all->list, all->count, all->capacity);
	*one = (struct stretch){ .from = from,
		.to = to,
		.level = sum / (double)(to - from),
		.change = place < changes->count ? &changes->list[place] : NULL,
		.change_place = place };
	if (one->change)
		one->slope = change_slope(one->change) / 30;
}

/* Levels of what the benchmark computed before and after its definition changed are two. */
static void add_stretch(struct stretches *all, const struct screen *screen,
	const struct track *track, size_t from, size_t to, size_t place)
{
	for (size_t i = from + 1; i < to; i++) {
		if (!stretch_redefined(&track->points[i]))
			continue;
		append_level(all, screen, track, from, i, place);
		from = i;
		place = screen->changes->count;
	}
	append_level(all, screen, track, from, to, place);
}

bool stretch_redefined(const struct track_point *point)
{
	return point->definition != point[-1].definition;
}

double stretch_begin(const struct stretch *stretch)
{
	return stretch->level - stretch->slope * (double)(stretch->to - stretch->from - 1) / 2;
}

double stretch_end(const struct stretch *stretch)
{
	return 2 * stretch->level - stretch_begin(stretch);
}

struct stretches stretches_of(const struct screen *screen, size_t index)
{
	const struct track *track = &screen->tracks->tracks[index];
	const struct changes *changes = screen->changes;
	struct stretches all = { 0 };
	size_t from = 0, place = changes->count;

	for (size_t i = 0; i < changes->count; i++) {
		if (changes->list[i].track != index)
			continue;
		add_stretch(&all, screen, track, from, changes->list[i].at, place);
		from = changes->list[i].at;
		place = i;
		if (changes->list[i].until) {
			add_stretch(&all, screen, track, from, changes->list[i].until, place);
			from = changes->list[i].until;
			place = changes->count;
		}
	}
	add_stretch(&all, screen, track, from, track->count, place);
	return all;
}

char stretch_mark(
	const struct screen *screen, const struct track_point *a, const struct track_point *b)
{
	if (screen->tracks->nights[a->night].machine !=
		screen->tracks->nights[b->night].machine)
		return 'M';
	if (stretch_redefined(b))
		return 'B';
	if (a->toolchain != b->toolchain)
		return 'T';
	return a->code && b->code && a->code != b->code ? '.' : ' ';
}

static void range_of(
	const struct screen *screen, const struct track *track, double *low, double *high)
{
	double margin;

	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < track->count; i++) {
		*low = fmin(*low, stretch_value(screen, &track->points[i]));
		*high = fmax(*high, stretch_value(screen, &track->points[i]));
	}
	/* Noise of a tenth of a per cent should not look like a mountain. */
	margin = fmax(0.1 * (*high - *low), 0.005);
	*low -= margin;
	*high += margin;
}

static void print_marks(
	const struct screen *screen, const struct track *track, size_t columns, FILE *out)
{
	AUTO_FREE char *marks = memory_zeroed(columns + 1, 1);
	size_t nights = screen->tracks->night_count;

	memset(marks, ' ', columns);
	for (size_t i = 1; i < track->count; i++) {
		const struct track_point *p = &track->points[i];
		size_t at = nights > 1 ? p->night * (columns - 1) / (nights - 1) : 0;
		char mark = stretch_mark(screen, p - 1, p);

		if (mark != ' ' && (marks[at] == ' ' || marks[at] == '.'))
			marks[at] = mark;
	}
	while (columns && marks[columns - 1] == ' ')
		marks[--columns] = '\0';
	fprintf(out, "%*s  %s\n", LABEL, "", marks);
	fprintf(out,
		"%*s  M machine, T compiler, B benchmark, . machine code changed;\n"
		"%*s  shifts of the whole machine are taken out\n",
		LABEL, "", LABEL, "");
}

static void print_chart(const struct screen *screen, const struct track *track,
	const struct stretches *all, size_t width, FILE *out)
{
	size_t columns = (width > WIDTH_MAX ? WIDTH_MAX : width < 40 ? 40 : width) - LABEL - 2;
	AUTO(canvas_release) struct canvas canvas = { 0 };
	char label[FORMAT_SIZE];
	double low, high;

	range_of(screen, track, &low, &high);
	canvas_init(&canvas, columns, ROWS);
	canvas_range(&canvas, 0, (double)screen->tracks->night_count - 1, low, high);
	for (size_t i = 0; i < track->count; i++)
		canvas_dot(&canvas, track->points[i].night,
			stretch_value(screen, &track->points[i]));
	for (size_t i = 0; i < all->count; i++)
		canvas_line(&canvas, track->points[all->list[i].from].night,
			stretch_begin(&all->list[i]), track->points[all->list[i].to - 1].night,
			stretch_end(&all->list[i]));
	for (size_t row = 0; row < ROWS; row++) {
		double y = high - (high - low) * ((double)row + 0.5) / ROWS;

		fprintf(out, "%*s |", LABEL, row % 3 ? "" : format_time(label, exp(y)));
		canvas_row(&canvas, row, out);
		fputc('\n', out);
	}
	print_marks(screen, track, columns, out);
}

static void add_level(struct layout *layout, const struct screen *screen,
	const struct track *track, const struct stretch *one)
{
	const struct change *change = one->change;
	const struct event *event =
		change ? events_of(screen->events, one->change_place) : NULL;
	const struct fate *fate = change ? &screen->events->fates[one->change_place] : NULL;
	char text[FORMAT_SIZE], when[NIGHT_SIZE];

	layout_add(layout, STYLE_PLAIN,
		night_time_text(
			when, screen->tracks->nights[track->points[one->from].night].started));
	snprintf(text, sizeof(text), "%zu", one->to - one->from);
	layout_add(layout, STYLE_PLAIN, text);
	layout_add(layout, STYLE_PLAIN, format_time(text, exp(one->level)));
	layout_add(layout, STYLE_PLAIN, change ? format_change(text, exp(change->effect)) : "");
	layout_add(layout, STYLE_PLAIN,
		change ? format_interval(text, exp(change->effect - CHANGE_Z * change->se),
				 exp(change->effect + CHANGE_Z * change->se))
		       : "");
	layout_add(layout, STYLE_PLAIN,
		change ? change_kind_name(change->kind)
		: one->from && stretch_redefined(&track->points[one->from]) ? "benchmark"
									    : "");
	layout_add(layout, STYLE_BOLD, event ? event->name : "");
	layout_add(layout, STYLE_PLAIN, fate ? event_state_name(fate->state) : "");
	layout_add(layout, STYLE_PLAIN, fate && fate->decision ? fate->decision->reason : "");
}

static void print_levels(const struct screen *screen, const struct track *track,
	const struct stretches *all, const struct layout_size *size, FILE *out)
{
	static const struct column columns[] = { { "from", ALIGN_LEFT },
		{ "nights", ALIGN_RIGHT }, { "level", ALIGN_RIGHT }, { "change", ALIGN_RIGHT },
		{ "95 % interval", ALIGN_RIGHT }, { "changed", ALIGN_LEFT },
		{ "event", ALIGN_LEFT }, { "state", ALIGN_LEFT }, { "reason", ALIGN_LEFT } };
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < all->count; i++)
		add_level(&layout, screen, track, &all->list[i]);
	layout_print(&layout, out, size);
}

static void print_last(const struct screen *screen, const struct track *track,
	const struct layout_size *size, FILE *out)
{
	static const struct column columns[] = { { "last nights", ALIGN_LEFT },
		{ "time", ALIGN_RIGHT }, { "error", ALIGN_RIGHT }, { "launches", ALIGN_RIGHT },
		{ "commit", ALIGN_LEFT } };
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t i = track->count > NIGHTS_LAST ? track->count - NIGHTS_LAST : 0;
		i < track->count; i++) {
		const struct track_point *p = &track->points[i];
		const struct track_night *night = &screen->tracks->nights[p->night];
		char text[FORMAT_SIZE], when[NIGHT_SIZE];
		AUTO_FREE char *commit = night->revision
						 ? memory_format("%.10s %s", night->revision,
							   night->subject ? night->subject : "")
						 : memory_text("");

		layout_add(&layout, STYLE_PLAIN, night_time_text(when, night->started));
		layout_add(&layout, STYLE_PLAIN, format_time(text, exp(track_raw(p))));
		layout_add(&layout, STYLE_PLAIN,
			isfinite(p->se) ? format_percent(text, p->se) : "");
		snprintf(text, sizeof(text), "%u", p->launches);
		layout_add(&layout, STYLE_PLAIN, text);
		layout_add(&layout, STYLE_PLAIN, commit);
	}
	layout_print(&layout, out, size);
}

void bench_chart_print(
	const struct screen *screen, size_t index, const struct layout_size *size, FILE *out)
{
	const struct track *track = &screen->tracks->tracks[index];
	struct stretches all = stretches_of(screen, index);
	char noise[FORMAT_SIZE];
	AUTO_FREE char *title = memory_format(
		"%s/%s on %s: %zu night%s, SD from night to night %s", track->suite,
		track->benchmark, screen->tracks->class, track->count, PLURAL(track->count),
		format_percent(noise, screen->changes->noise.tracks[index].sd));

	layout_wrap(out, size->width, "", title);
	if (track->count) {
		fputc('\n', out);
		print_chart(screen, track, &all, size->width, out);
		fputc('\n', out);
		print_levels(screen, track, &all, size, out);
		fputc('\n', out);
		print_last(screen, track, size, out);
	}
	free(all.list);
}
