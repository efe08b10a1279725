/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/events.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare/base/memory.h"
#include "driver/history/cover.h"

/* A level is back when less than this part of the effect is left. */
#define BACK_BELOW 0.5
const char *event_state_name(enum event_state state)
{
	static const char *const names[EVENT_STATES] = { "new", "due", "open", "closed",
		"decided" };

	return names[state];
}

/* For qsort_r(). */
struct order {
	const struct changes *changes;
	const struct fate *fates;
};

static int narrow_first(const void *a, const void *b, void *ctx)
{
	const struct change *list = ((struct order *)ctx)->changes->list;
	size_t i = *(const size_t *)a, k = *(const size_t *)b;
	uint32_t x = list[i].high - list[i].low, y = list[k].high - list[k].low;

	return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

static int urgent_first(const void *a, const void *b, void *ctx)
{
	const struct order *order = ctx;
	const struct change *list = order->changes->list;
	size_t i = *(const size_t *)a, k = *(const size_t *)b;
	double x = fabs(list[i].effect), y = fabs(list[k].effect);

	if (order->fates[i].state != order->fates[k].state)
		return (int)order->fates[i].state - (int)order->fates[k].state;
	return x != y ? (x < y) - (x > y) : (i > k) - (i < k);
}

/* A track changes once in a night. */
static bool has_track(const struct event *event, const struct change *list, size_t track)
{
	for (size_t i = 0; i < event->count; i++)
		if (list[event->changes[i]].track == track)
			return true;
	return false;
}

static bool may_join(const struct event *event, const struct change *list, size_t place)
{
	const struct change *change = &list[place];

	return event->kind == change->kind && event->rise == (change->effect > 0) &&
	       event->low <= change->high && event->high >= change->low &&
	       !has_track(event, list, change->track);
}

/* old: that which the change was reported to be of; NULL: none. */
static void join(struct events *events, const struct change *list, size_t place,
	const struct reported_event *old)
{
	const struct change *change = &list[place];
	struct event *event = NULL;

	for (size_t i = 0; i < events->count && !event; i++)
		if (old ? !strcmp(events->list[i].name, old->name)
			: may_join(&events->list[i], list, place))
			event = &events->list[i];
	if (!event) {
		event = ARRAY_ADD(events->list, events->count, events->capacity);
		*event = (struct event){ .kind = change->kind,
			.rise = change->effect > 0,
			.low = change->low,
			.high = change->high,
			.best = change->best };
		memcpy(event->name, old ? old->name : "", old ? sizeof(old->name) : 1);
	}
	/* More nights may have moved it away from the others. */
	if (event->low <= change->high && event->high >= change->low) {
		event->low = change->low > event->low ? change->low : event->low;
		event->high = change->high < event->high ? change->high : event->high;
	}
	*ARRAY_ADD(event->changes, event->count, event->capacity) = place;
}

/* The night that most of its changes take for the likeliest, among those common to all. */
static uint32_t likeliest(const struct event *event, const struct changes *changes)
{
	uint32_t best = event->low;
	size_t most = 0;

	for (uint32_t t = event->low; t <= event->high; t++) {
		size_t votes = 0;

		for (size_t i = 0; i < event->count; i++)
			votes += changes->list[event->changes[i]].best == t;
		if (votes > most) {
			most = votes;
			best = t;
		}
	}
	return best;
}

/* What is left of a change in the last level of its track. Two levels are as long as there may
 * be another flip. */
static bool is_back(const struct changes *changes, size_t place, size_t nights)
{
	const struct change *change = &changes->list[place];
	double left = change_left(change);

	if (change->flips && nights - change->high < FLIP_NIGHTS)
		return false;
	for (size_t i = place + 1;
		i < changes->count && changes->list[i].track == change->track; i++)
		left += change_left(&changes->list[i]);
	return fabs(left) < BACK_BELOW * fabs(change->effect);
}

/* Does it take back an earlier rise of its track? The loss of an improvement is no such thing.
 */
static bool takes_back(const struct changes *changes, size_t place)
{
	const struct change *change = &changes->list[place];
	double sum = change->effect;

	for (size_t i = place; change->effect < 0 && !change->flips && i-- > 0 &&
			       changes->list[i].track == change->track;) {
		sum += change_left(&changes->list[i]);
		if (changes->list[i].effect > 0 &&
			fabs(sum) < BACK_BELOW * fmin(changes->list[i].effect, -change->effect))
			return true;
	}
	return false;
}

static int by_night(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->best != y->best)
		return (x->best > y->best) - (x->best < y->best);
	return x->rise != y->rise ? y->rise - x->rise : (int)x->kind - (int)y->kind;
}

/* While the decisions are found. */
struct deciding {
	struct cover_input in;
	const struct known *known;
};

/* The last one that is about all before a date; what it covered once it covers still. NULL:
 * none. */
static const struct decision *decision_before(
	const struct deciding *d, const struct event *event, size_t place)
{
	const struct reported_change *old = d->known[place].change;
	const struct tracks *tracks = d->in.tracks;

	for (size_t i = d->in.decisions->count; i-- > 0;) {
		const struct decision *one = &d->in.decisions->list[i];

		if (one->before >= 0 && !strcmp(one->class, tracks->class) &&
			(tracks->nights[event->best].started < one->before ||
				(old && old->decision && old->reason &&
					!strcmp(old->decision, decision_word(one->kind)) &&
					!strcmp(old->reason, one->reason))))
			return one;
	}
	return NULL;
}

static enum event_state state_of(const struct cover *cover, bool back, int64_t last_night)
{
	const struct decision *decision = cover->decision;

	if (!decision)
		return back ? EVENT_CLOSED : EVENT_NEW;
	if (decision->kind == DECISION_REOPEN)
		return EVENT_OPEN;
	if (cover->outgrown)
		return EVENT_NEW;
	if (back)
		return EVENT_DECIDED;
	if (decision->until >= 0 && last_night >= decision->until)
		return EVENT_DUE;
	return decision->kind == DECISION_FIXED ? EVENT_OPEN : EVENT_DECIDED;
}

static void finish(struct event *event, const struct order *order, struct fate *fates,
	const struct deciding *d)
{
	const struct changes *changes = d->in.changes;
	const struct tracks *tracks = d->in.tracks;

	for (size_t i = 0; i < event->count; i++) {
		size_t place = event->changes[i];
		struct fate *fate = &fates[place];
		struct cover cover = cover_find(&d->in, place);

		if (!cover.decision)
			cover.decision = decision_before(d, event, place);
		fate->decision = cover.decision;
		fate->state = state_of(&cover,
			is_back(changes, place, tracks->night_count) ||
				takes_back(changes, place),
			tracks->nights[tracks->night_count - 1].started);
	}
	qsort_r(event->changes, event->count, sizeof(size_t), urgent_first, (void *)order);
	event->state = fates[event->changes[0]].state;
	event->decision = fates[event->changes[0]].decision;
	while (event->in_state < event->count &&
		fates[event->changes[event->in_state]].state == event->state)
		event->in_state++;
}

static int to_do_first(const void *a, const void *b, void *ctx)
{
	const struct event *x = a, *y = b;

	if (x->state != y->state)
		return (int)x->state - (int)y->state;
	if (x->rise != y->rise)
		return y->rise - x->rise;
	return x->best != y->best ? (x->best < y->best) - (x->best > y->best)
				  : urgent_first(x->changes, y->changes, ctx);
}

static void point_back(struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		for (size_t k = 0; k < events->list[i].count; k++)
			events->fates[events->list[i].changes[k]].event = i;
}

static const struct event *find(const struct events *events, const char *name)
{
	for (size_t i = 0; i < events->count; i++)
		if (!strcmp(events->list[i].name, name))
			return &events->list[i];
	return NULL;
}

const struct event *events_find(
	const struct events *events, const struct reported *reported, const char *name)
{
	const struct event *event = find(events, name);
	const struct reported_event *old = event ? NULL : reported_withdrawn(reported, name);

	return old ? find(events, old->became) : event;
}

static void name_new(const struct events *events, struct event *event, int64_t started,
	const struct reported *reported)
{
	time_t seconds = (time_t)started;
	char name[EVENT_NAME_SIZE], date[16];
	struct tm utc;
	bool taken = true;

	gmtime_r(&seconds, &utc);
	strftime(date, sizeof(date), "E%Y%m%d", &utc);
	for (unsigned i = 0; taken; i++) {
		snprintf(name, sizeof(name),
			!i       ? "%s"
			: i < 26 ? "%s%c"
				 : "%sz%u",
			date, i < 26 ? 'a' + i : i);
		taken = find(events, name) != NULL;
		for (size_t k = 0; k < reported->count && !taken; k++)
			taken = !strcmp(reported->list[k].name, name);
	}
	memcpy(event->name, name, sizeof(name));
}

/* Who has its benchmarks now? Its night is that in which it was first found to be gone. */
static void withdraw(const struct events *events, const struct tracks *tracks,
	const struct changes *changes, struct reported_event *old)
{
	size_t now = changes->count;

	*old->became = '\0';
	if (find(events, old->name)) {
		old->withdrawn = -1;
		return;
	}
	if (old->withdrawn < 0)
		old->withdrawn = tracks->nights[tracks->night_count - 1].started;
	for (size_t i = 0; i < old->count && now == changes->count; i++)
		now = reported_now(&old->changes[i], tracks, changes);
	if (now < changes->count)
		memcpy(old->became, events_of(events, now)->name, sizeof(old->became));
}

/* Those that were reported first: they keep what they had. */
static void join_all(struct events *events, const struct changes *changes,
	const struct known *known, const struct order *order)
{
	AUTO_FREE size_t *places = memory_zeroed(changes->count + 1, sizeof(*places));

	for (size_t i = 0; i < changes->count; i++)
		places[i] = i;
	qsort_r(places, changes->count, sizeof(*places), narrow_first, (void *)order);
	for (size_t i = 0; i < changes->count; i++)
		if (known[places[i]].event)
			join(events, changes->list, places[i], known[places[i]].event);
	for (size_t i = 0; i < changes->count; i++)
		if (!known[places[i]].event)
			join(events, changes->list, places[i], NULL);
}

void events_make(struct events *events, const struct tracks *tracks,
	const struct changes *changes, const struct decisions *decisions,
	struct reported *reported)
{
	struct reported none = { 0 };
	AUTO_FREE struct known *known = memory_zeroed(changes->count + 1, sizeof(*known));
	AUTO_FREE const char **names = memory_zeroed(changes->count + 1, sizeof(*names));
	struct deciding d = { { decisions, tracks, changes, names }, known };
	struct order order = { changes, NULL };

	*events = (struct events){ .fates = memory_zeroed(
					   changes->count + 1, sizeof(struct fate)) };
	order.fates = events->fates;
	reported = reported ?: &none;
	reported_find(reported, tracks, changes, known);
	join_all(events, changes, known, &order);
	for (size_t i = 0; i < events->count; i++)
		events->list[i].best = likeliest(&events->list[i], changes);
	if (events->count)
		qsort(events->list, events->count, sizeof(*events->list), by_night);
	point_back(events);
	for (size_t i = 0; i < events->count; i++)
		if (!*events->list[i].name)
			name_new(events, &events->list[i],
				tracks->nights[events->list[i].best].started, reported);
	for (size_t i = 0; i < reported->count; i++)
		withdraw(events, tracks, changes, &reported->list[i]);
	for (size_t i = 0; i < changes->count; i++)
		names[i] = events_of(events, i)->name;
	for (size_t i = 0; i < events->count; i++)
		finish(&events->list[i], &order, events->fates, &d);
	if (events->count)
		qsort_r(events->list, events->count, sizeof(*events->list), to_do_first,
			&order);
	point_back(events);
}

void events_release(struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		free(events->list[i].changes);
	free(events->list);
	free(events->fates);
	*events = (struct events){ 0 };
}

void events_decided(const struct events *events, size_t *decided, size_t *noise)
{
	*decided = *noise = 0;
	for (size_t i = 0; i < events->count; i++) {
		bool any = false, false_alarm = false;

		for (size_t k = 0; k < events->list[i].count; k++) {
			const struct decision *one =
				events->fates[events->list[i].changes[k]].decision;

			any |= one && one->before < 0 && one->kind != DECISION_REOPEN;
			false_alarm |= one && one->kind == DECISION_NOISE;
		}
		*decided += any;
		*noise += any && false_alarm;
	}
}

const struct event *events_of(const struct events *events, size_t change)
{
	return &events->list[events->fates[change].event];
}
