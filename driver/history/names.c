/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare/base/memory.h"
#include "driver/history/events.h"

/* Nights that a change may move while more nights come in. */
#define SLACK 5

static void release_change(struct reported_change *change)
{
	free(change->suite);
	free(change->benchmark);
	free(change->kind);
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

/* While names are given. */
struct naming {
	struct events *events;
	const struct tracks *tracks;
	const struct changes *changes;
	struct reported *reported;
	size_t *first; /* of each track: its first change; owned */
	size_t *votes; /* of each event, for one that was reported; owned */
	size_t *most;  /* of each event: the votes that gave its name; owned */
};

static int by_track(const void *a, const void *b)
{
	const struct track *x = a, *y = b;
	int order = strcmp(x->suite, y->suite);

	return order ? order : strcmp(x->benchmark, y->benchmark);
}

static bool may_be(const struct naming *naming, const struct change *change,
	const struct reported_change *old)
{
	const struct track_night *nights = naming->tracks->nights;
	size_t last = naming->tracks->night_count - 1;
	size_t low = change->low > SLACK ? change->low - SLACK : 0;
	size_t high = change->high + SLACK < last ? change->high + SLACK : last;

	return (change->effect > 0) == (old->ratio > 1) && old->first <= nights[high].started &&
	       old->last >= nights[low].started;
}

/* 0: it stands where it stood. */
static int64_t distance(const struct naming *naming, const struct change *change,
	const struct reported_change *old)
{
	const struct track_night *nights = naming->tracks->nights;

	return llabs(nights[change->low].started - old->first) +
	       llabs(nights[change->high].started - old->last);
}

/* For the nearest one: others of the benchmark may stand within the same nights. */
static void vote(struct naming *naming, const struct reported_change *old)
{
	const struct track wanted = { .suite = old->suite, .benchmark = old->benchmark };
	const struct track *track = bsearch(&wanted, naming->tracks->tracks,
		naming->tracks->track_count, sizeof(wanted), by_track);
	const struct change *list = naming->changes->list;
	size_t index = track ? (size_t)(track - naming->tracks->tracks) : 0, nearest = SIZE_MAX;

	for (size_t i = track ? naming->first[index] : SIZE_MAX;
		i < naming->changes->count && list[i].track == index; i++)
		if (may_be(naming, &list[i], old) &&
			(nearest == SIZE_MAX || distance(naming, &list[i], old) <
							distance(naming, &list[nearest], old)))
			nearest = i;
	if (nearest != SIZE_MAX)
		naming->votes[naming->events->fates[nearest].event]++;
}

/* The event that shares most with the old one, the first of several; naming->votes has how
 * much.
 */
static size_t closest(struct naming *naming, const struct reported_event *old)
{
	size_t count = naming->events->count, best = 0;

	memset(naming->votes, 0, count * sizeof(*naming->votes));
	for (size_t i = 0; i < old->count; i++)
		vote(naming, &old->changes[i]);
	for (size_t i = 1; i < count; i++)
		if (naming->votes[i] > naming->votes[best])
			best = i;
	return best;
}

/* The event takes the name, unless it has that of one which shares more. */
static void hand_on(struct naming *naming, const struct reported_event *old)
{
	size_t best = closest(naming, old);

	if (naming->events->count && naming->votes[best] > naming->most[best]) {
		naming->most[best] = naming->votes[best];
		memcpy(naming->events->list[best].name, old->name, sizeof(old->name));
	}
}

static bool is_taken(const struct naming *naming, const char *name)
{
	for (size_t i = 0; i < naming->reported->count; i++)
		if (!strcmp(naming->reported->list[i].name, name))
			return true;
	return events_find(naming->events, name) != NULL;
}

static void name_new(struct naming *naming, struct event *event)
{
	time_t seconds = (time_t)naming->tracks->nights[event->best].started;
	char name[EVENT_NAME_SIZE], date[16];
	struct tm utc;

	gmtime_r(&seconds, &utc);
	strftime(date, sizeof(date), "E%Y%m%d", &utc);
	snprintf(name, sizeof(name), "%s", date);
	for (unsigned i = 1; is_taken(naming, name); i++)
		if (i < 26)
			snprintf(name, sizeof(name), "%s%c", date, 'a' + (int)i);
		else
			snprintf(name, sizeof(name), "%sz%u", date, i);
	memcpy(event->name, name, sizeof(name));
}

/* Who has its benchmarks now? Its night is that in which it was first found to be gone. */
static void withdraw(struct naming *naming, struct reported_event *old)
{
	const struct events *events = naming->events;
	size_t best;

	*old->became = '\0';
	if (events_find(events, old->name)) {
		old->withdrawn = -1;
		return;
	}
	if (old->withdrawn < 0)
		old->withdrawn =
			naming->tracks->nights[naming->tracks->night_count - 1].started;
	best = closest(naming, old);
	if (events->count && naming->votes[best])
		memcpy(old->became, events->list[best].name, sizeof(old->became));
}

void names_give(struct events *events, const struct tracks *tracks,
	const struct changes *changes, struct reported *reported)
{
	struct naming naming = { .events = events,
		.tracks = tracks,
		.changes = changes,
		.reported = reported,
		.first = memory_zeroed(tracks->track_count + 1, sizeof(size_t)),
		.votes = memory_zeroed(2 * events->count + 1, sizeof(size_t)) };

	naming.most = naming.votes + events->count;
	for (size_t i = 0; i < tracks->track_count; i++)
		naming.first[i] = SIZE_MAX;
	for (size_t i = changes->count; i-- > 0;)
		naming.first[changes->list[i].track] = i;
	for (size_t i = 0; i < reported->count; i++)
		if (reported->list[i].withdrawn < 0)
			hand_on(&naming, &reported->list[i]);
	/* Of what is withdrawn, only an event without a name takes it back. */
	for (size_t i = 0; i < events->count; i++)
		naming.most[i] = naming.most[i] ? SIZE_MAX : 0;
	for (size_t i = 0; i < reported->count; i++)
		if (reported->list[i].withdrawn >= 0)
			hand_on(&naming, &reported->list[i]);
	for (size_t i = 0; i < events->count; i++)
		if (!*events->list[i].name)
			name_new(&naming, &events->list[i]);
	for (size_t i = 0; i < reported->count; i++)
		withdraw(&naming, &reported->list[i]);
	free(naming.first);
	free(naming.votes);
}
