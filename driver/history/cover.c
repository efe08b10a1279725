/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/cover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* More than so much of the effect that was decided is new again. */
#define OUTGROWN 1.5
/* A further step comes by more than this share on top of all that was decided. */
#define ON_TOP (2.0 / 3)

/* A decision of the benchmark, from the last one on. Those of one event have a head, the last.
 */
struct said {
	const struct decision *decision;
	const struct decided *was;
	size_t head;
	/* Of a head: the most since it was reopened, as who decides again, for the sake of
	 * another benchmark, takes nothing back. As ln; NAN: an old line does not say. */
	double size;
	bool reopened, joined;
};

struct work {
	const struct cover_input *in;
	size_t first, end; /* the changes of the track */
	bool *joined;      /* of these, to the change in question */
	struct said *said; /* owned, as `joined` */
	size_t count, capacity;
};

static void add(struct work *w, const struct decision *decision, const struct decided *was)
{
	struct said *head;
	size_t i = 0;

	while (i < w->count && strcmp(w->said[i].decision->event, decision->event) != 0)
		i++;
	*ARRAY_ADD(w->said, w->count, w->capacity) =
		(struct said){ .decision = decision, .was = was, .head = i, .size = NAN };
	head = &w->said[i];
	if (!head->reopened)
		head->size = fmax(head->size, fabs(log(was->ratio)));
	head->reopened |= decision->kind == DECISION_REOPEN;
}

static void gather(struct work *w, const char *benchmark, bool rise)
{
	for (size_t i = w->in->decisions->count; i-- > 0;) {
		const struct decision *one = &w->in->decisions->list[i];
		const struct string_list *names = &one->benchmarks;
		size_t k = 0;

		if (one->before >= 0 || strcmp(one->class, w->in->tracks->class) != 0 ||
			(one->direction && rise != !strcmp(one->direction, DIRECTION_RISE)))
			continue;
		while (k < names->count && strcmp(names->items[k], benchmark) != 0)
			k++;
		if (k < names->count)
			add(w, one, &one->changes[k]);
	}
}

static bool is_head(const struct work *w, size_t i)
{
	return w->said[i].head == i;
}

static bool is_named(const struct work *w, size_t head, size_t place)
{
	return !strcmp(w->said[head].decision->event, w->in->events[place]);
}

static bool stands_in(const struct work *w, size_t i, size_t place)
{
	const struct change *change = &w->in->changes->list[place];
	const struct track_night *nights = w->in->tracks->nights;

	return w->said[i].was->first <= nights[change->high].started &&
	       w->said[i].was->last >= nights[change->low].started;
}

static bool is_about(const struct work *w, size_t head, size_t place)
{
	bool about = is_named(w, head, place);

	for (size_t i = head; i < w->count && !about; i++)
		about = w->said[i].head == head && stands_in(w, i, place);
	return about;
}

static void join(struct work *w, size_t place)
{
	const struct change *list = w->in->changes->list;
	bool more = true;

	w->joined[place - w->first] = true;
	while (more) {
		more = false;
		for (size_t h = 0; h < w->count; h++)
			for (size_t i = w->first; i < w->end && is_head(w, h); i++)
				if (w->joined[i - w->first] != w->said[h].joined &&
					(list[i].effect > 0) == (list[place].effect > 0) &&
					is_about(w, h, i))
					more = w->joined[i - w->first] = w->said[h].joined =
						true;
	}
}

/* What the decisions of an event cover; of a change that was not split, up to OUTGROWN times
 * that. */
static double most_of(const struct said *head, double grown)
{
	double up_to = head->decision->up_to;

	return isfinite(up_to) ? log1p(up_to) : grown * head->size;
}

/* What all that are about a change cover of it. */
static double most_about(const struct work *w, size_t place, double grown)
{
	double most = 0;

	for (size_t h = 0; h < w->count; h++)
		if (is_head(w, h) && is_about(w, h, place))
			most += most_of(&w->said[h], grown);
	return most;
}

static bool is_further(const struct work *w, size_t place)
{
	const struct change *list = w->in->changes->list;
	double on_top = fabs(list[place].effect), before = 0;

	for (size_t i = w->first; i < place; i++)
		if (w->joined[i - w->first])
			before += fmin(fabs(list[i].effect), most_about(w, i, 1));
	for (size_t h = 0; h < w->count; h++)
		if (w->said[h].joined)
			on_top -= most_of(&w->said[h], 1);
	return before > 0 && before + on_top > ON_TOP * fabs(list[place].effect);
}

/* Whoever decided last by its name saw it where it stands: that is no further step. */
static bool has_outgrown(const struct work *w, size_t place)
{
	size_t i = 0;

	if (fabs(w->in->changes->list[place].effect) > most_about(w, place, OUTGROWN))
		return true;
	while (i < w->count && !is_named(w, i, place))
		i++;
	return !(i < w->count && stands_in(w, i, place)) && is_further(w, place);
}

struct cover cover_find(const struct cover_input *in, size_t place)
{
	const struct change *list = in->changes->list, *change = &list[place];
	const struct track *track = &in->tracks->tracks[change->track];
	AUTO_FREE char *benchmark = memory_format("%s/%s", track->suite, track->benchmark);
	struct work w = { .in = in, .first = place, .end = place + 1 };
	struct cover cover = { 0 };

	gather(&w, benchmark, change->effect > 0);
	while (w.first > 0 && list[w.first - 1].track == change->track)
		w.first--;
	while (w.end < in->changes->count && list[w.end].track == change->track)
		w.end++;
	w.joined = memory_zeroed(w.end - w.first, sizeof(*w.joined));
	join(&w, place);
	for (size_t h = 0; h < w.count; h++)
		if (is_head(&w, h) &&
			(is_named(&w, h, place) || (!cover.decision && is_about(&w, h, place))))
			cover.decision = w.said[h].decision;
	cover.outgrown = cover.decision && has_outgrown(&w, place);
	free(w.joined);
	free(w.said);
	return cover;
}
