/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/screens/stretches.h"

#include "compare/base/memory.h"

double stretch_value(const struct screen *screen, const struct track_point *point)
{
	const struct noise *noise = &screen->changes->noise;

	return point->level - noise->shift[point->night] +
	       noise->lasting[screen->tracks->night_count - 1];
}

static void add_level(struct stretches *all, const struct screen *screen,
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
		add_level(all, screen, track, from, i, place);
		from = i;
		place = screen->changes->count;
	}
	add_level(all, screen, track, from, to, place);
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
