/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

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

static void join(struct events *events, const struct change *list, size_t place)
{
	const struct change *change = &list[place];
	struct event *event = NULL;
	bool rise = change->effect > 0;

	for (size_t i = 0; i < events->count && !event; i++) {
		struct event *one = &events->list[i];

		if (one->kind == change->kind && one->rise == rise &&
			one->low <= change->high && one->high >= change->low &&
			!has_track(one, list, change->track))
			event = one;
	}
	if (!event) {
		event = ARRAY_ADD(events->list, events->count, events->capacity);
		*event = (struct event){ .kind = change->kind,
			.rise = rise,
			.low = change->low,
			.high = change->high,
			.best = change->best };
	}
	event->low = change->low > event->low ? change->low : event->low;
	event->high = change->high < event->high ? change->high : event->high;
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

/* What is left of a change in the last level of its track. */
static bool is_back(const struct changes *changes, size_t place)
{
	const struct change *change = &changes->list[place];
	double left = change->effect;

	for (size_t i = place + 1;
		i < changes->count && changes->list[i].track == change->track; i++)
		left += changes->list[i].effect;
	return fabs(left) < BACK_BELOW * fabs(change->effect);
}

/* Does it take back an earlier rise of its track? The loss of an improvement is no such thing.
 */
static bool takes_back(const struct changes *changes, size_t place)
{
	const struct change *change = &changes->list[place];
	double sum = change->effect;

	for (size_t i = place;
		change->effect < 0 && i-- > 0 && changes->list[i].track == change->track;) {
		sum += changes->list[i].effect;
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

/* By name, or all before a date. What came back is no part of what went. */
static bool concerns(const struct decision *decision, const struct event *event,
	const struct tracks *tracks, const char *benchmark)
{
	if (strcmp(decision->class, tracks->class) != 0)
		return false;
	if (decision->before >= 0)
		return tracks->nights[event->best].started < decision->before;
	if (decision->direction && event->rise != !strcmp(decision->direction, DIRECTION_RISE))
		return false;
	return ((decision->first <= tracks->nights[event->high].started &&
			decision->last >= tracks->nights[event->low].started) ||
		       !strcmp(decision->event, event->name)) &&
	       string_list_has(&decision->benchmarks, benchmark);
}

/* The last one; what names the event wins over a date. */
static const struct decision *find_decision(const struct decisions *decisions,
	const struct event *event, const struct tracks *tracks, const struct change *change)
{
	const struct track *track = &tracks->tracks[change->track];
	AUTO_FREE char *benchmark = memory_format("%s/%s", track->suite, track->benchmark);
	const struct decision *found = NULL;

	for (size_t i = 0; i < decisions->count; i++) {
		const struct decision *one = &decisions->list[i];

		if ((one->before < 0 || !found || found->before >= 0) &&
			concerns(one, event, tracks, benchmark))
			found = one;
	}
	return found;
}

static enum event_state state_of(const struct decision *decision, const struct change *change,
	bool back, int64_t last_night)
{
	double effect = exp(fabs(change->effect)) - 1;

	if (!decision)
		return back ? EVENT_CLOSED : EVENT_NEW;
	if (decision->kind == DECISION_REOPEN)
		return EVENT_OPEN;
	if (isfinite(decision->up_to) && effect > decision->up_to)
		return EVENT_NEW;
	if (back)
		return EVENT_DECIDED;
	if (decision->until >= 0 && last_night >= decision->until)
		return EVENT_DUE;
	return decision->kind == DECISION_FIXED ? EVENT_OPEN : EVENT_DECIDED;
}

static void finish(struct event *event, const struct order *order, struct fate *fates,
	const struct tracks *tracks, const struct decisions *decisions)
{
	const struct changes *changes = order->changes;

	for (size_t i = 0; i < event->count; i++) {
		size_t place = event->changes[i];
		struct fate *fate = &fates[place];

		fate->decision = find_decision(decisions, event, tracks, &changes->list[place]);
		fate->state = state_of(fate->decision, &changes->list[place],
			is_back(changes, place) || takes_back(changes, place),
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

void events_make(struct events *events, const struct tracks *tracks,
	const struct changes *changes, const struct decisions *decisions,
	struct reported *reported)
{
	struct reported none = { 0 };
	AUTO_FREE size_t *places = memory_zeroed(changes->count + 1, sizeof(*places));
	struct order order = { changes, NULL };

	*events = (struct events){ .fates = memory_zeroed(
					   changes->count + 1, sizeof(struct fate)) };
	order.fates = events->fates;
	for (size_t i = 0; i < changes->count; i++)
		places[i] = i;
	qsort_r(places, changes->count, sizeof(*places), narrow_first, &order);
	for (size_t i = 0; i < changes->count; i++)
		join(events, changes->list, places[i]);
	for (size_t i = 0; i < events->count; i++)
		events->list[i].best = likeliest(&events->list[i], changes);
	if (events->count)
		qsort(events->list, events->count, sizeof(*events->list), by_night);
	point_back(events);
	names_give(events, tracks, changes, reported ? reported : &none);
	for (size_t i = 0; i < events->count; i++)
		finish(&events->list[i], &order, events->fates, tracks, decisions);
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
