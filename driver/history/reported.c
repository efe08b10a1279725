/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/reported.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* Nights that a change may move while more nights come in. */
#define SLACK 5

static void release_change(struct reported_change *change)
{
	free(change->suite);
	free(change->benchmark);
	free(change->decision);
	free(change->reason);
}

void reported_release(struct reported *reported)
{
	for (size_t i = 0; i < reported->count; i++) {
		for (size_t k = 0; k < reported->list[i].count; k++)
			release_change(&reported->list[i].changes[k]);
		free(reported->list[i].changes);
	}
	free(reported->list);
	*reported = (struct reported){ 0 };
}

const struct reported_event *reported_withdrawn(
	const struct reported *reported, const char *name)
{
	for (size_t i = 0; i < reported->count; i++)
		if (!strcmp(reported->list[i].name, name) && reported->list[i].withdrawn >= 0)
			return &reported->list[i];
	return NULL;
}

static int by_track(const void *a, const void *b)
{
	const struct track *x = a, *y = b;
	int order = strcmp(x->suite, y->suite);

	return order ? order : strcmp(x->benchmark, y->benchmark);
}

static bool may_be(const struct tracks *tracks, const struct change *change,
	const struct reported_change *old)
{
	const struct track_night *nights = tracks->nights;
	size_t last = tracks->night_count - 1;
	size_t low = change->low > SLACK ? change->low - SLACK : 0;
	size_t high = change->high + SLACK < last ? change->high + SLACK : last;

	return (change->effect > 0) == (old->ratio > 1) && old->first <= nights[high].started &&
	       old->last >= nights[low].started;
}

/* The next change of the track from `from` on that may be the old one; else the count. */
static size_t next_now(const struct tracks *tracks, const struct changes *changes,
	const struct reported_change *old, size_t track, size_t from)
{
	while (from < changes->count && changes->list[from].track == track &&
		!may_be(tracks, &changes->list[from], old))
		from++;
	return from < changes->count && changes->list[from].track == track ? from
									   : changes->count;
}

size_t reported_now(const struct reported_change *old, const struct tracks *tracks,
	const struct changes *changes)
{
	const struct track wanted = { .suite = old->suite, .benchmark = old->benchmark };
	const struct track *track =
		bsearch(&wanted, tracks->tracks, tracks->track_count, sizeof(wanted), by_track);
	size_t index = track ? (size_t)(track - tracks->tracks) : SIZE_MAX;
	size_t low = 0, high = changes->count;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (changes->list[middle].track < index)
			low = middle + 1;
		else
			high = middle;
	}
	return next_now(tracks, changes, old, index, low);
}

/* That a reported change is one of today. */
struct claim {
	struct known known;
	size_t place, of; /* of today's change; of the reported one, among all */
	int64_t distance; /* 0: it stands where it stood */
};

static int surest_first(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;
	bool gone_x = x->known.event->withdrawn >= 0, gone_y = y->known.event->withdrawn >= 0;

	if (gone_x != gone_y)
		return gone_x - gone_y;
	if (x->distance != y->distance)
		return (x->distance > y->distance) - (x->distance < y->distance);
	if (x->place != y->place)
		return (x->place > y->place) - (x->place < y->place);
	return (x->of > y->of) - (x->of < y->of);
}

struct claims {
	struct claim *list; /* owned */
	size_t count, capacity, changes;
};

static void add_claims(struct claims *claims, const struct reported_event *event, size_t k,
	const struct tracks *tracks, const struct changes *changes)
{
	const struct reported_change *old = &event->changes[k];
	const struct track_night *nights = tracks->nights;

	for (size_t at = reported_now(old, tracks, changes); at < changes->count;
		at = next_now(tracks, changes, old, changes->list[at].track, at + 1))
		*ARRAY_ADD(claims->list, claims->count,
			claims->capacity) = (struct claim){ .known = { event, old },
			.place = at,
			.of = claims->changes,
			.distance = llabs(nights[changes->list[at].low].started - old->first) };
	claims->changes++;
}

void reported_find(const struct reported *reported, const struct tracks *tracks,
	const struct changes *changes, struct known *known)
{
	struct claims claims = { 0 };
	AUTO_FREE bool *taken = NULL;

	for (size_t i = 0; i < reported->count; i++)
		for (size_t k = 0; k < reported->list[i].count; k++)
			add_claims(&claims, &reported->list[i], k, tracks, changes);
	taken = memory_zeroed(claims.changes + 1, sizeof(*taken));
	if (claims.count)
		qsort(claims.list, claims.count, sizeof(*claims.list), surest_first);
	for (size_t i = 0; i < claims.count; i++) {
		const struct claim *claim = &claims.list[i];

		if (known[claim->place].event || taken[claim->of])
			continue;
		known[claim->place] = claim->known;
		taken[claim->of] = true;
	}
	free(claims.list);
}
