/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/promise.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/prng.h"

/* Nights before the first that is judged. */
#define QUIET_NIGHTS 30
/* Lines times the cube of nights: some seconds. */
#define WORK 3e9
/* Chance gives half more than the aim of 10 in one of fifteen histories. */
#define KEPT_MOST 1.5
/* Nights between two places of one alarm. */
#define NEAR 5

/* What is left of a night of a track. */
struct residual {
	double value, se; /* value NAN: not measured */
	bool known, open; /* its code is; it differs from the night before */
};

struct draw {
	const struct tracks *from;
	struct residual *residuals; /* track by track, one a night of `from` */
	/* Track by track and, at the end, of all steps and all drifts, up and down: one a night
	 * that is drawn. */
	bool *reported;
	size_t nights;
	struct tracks tracks;
};

/* Points from..to-1, which have one level but for a slope. */
struct piece {
	size_t from, to;
	double slope;
};

/* What is left of them. */
static void take_piece(struct residual *out, const struct tracks *tracks,
	const struct track_point *p, const double *shift, struct piece piece)
{
	double sum = 0, size = (double)(piece.to - piece.from);

	for (size_t i = piece.from; i < piece.to; i++) {
		struct residual *one = &out[p[i].night];

		*one = (struct residual){ p[i].level - shift[p[i].night] -
						  piece.slope * (double)(i - piece.from),
			p[i].se, p[i].code, !i || !same_ground(tracks, &p[i - 1], &p[i]) };
		sum += one->value;
	}
	for (size_t i = piece.from; i < piece.to; i++) {
		double *value = &out[p[i].night].value;

		*value = size > 1 ? (*value - sum / size) * sqrt(size / (size - 1)) : NAN;
	}
}

/* `change`: the first one of the track, or behind it. */
static void take_track(struct residual *out, const struct tracks *tracks, size_t index,
	const struct changes *changes, const struct change *change)
{
	const struct track *track = &tracks->tracks[index];
	const struct change *end = changes->list + changes->count;

	for (size_t from = 0, to; from < track->count; from = to) {
		double slope = 0;
		bool flips = false;

		to = track->count;
		if (change < end && change->track == index && change->at == from) {
			slope = change_slope(change) / 30;
			flips = change->flips;
			to = change->until ?: to;
			change++;
		}
		if (change < end && change->track == index && change->at < to)
			to = change->at;
		for (size_t i = from + 1; i < to; i++)
			if (track->points[i].definition != track->points[i - 1].definition)
				to = i;
		if (!flips)
			take_piece(out, tracks, track->points, changes->noise.lasting,
				(struct piece){ from, to, slope });
	}
}

static void take_all(struct draw *draw, const struct changes *changes)
{
	size_t n = draw->from->night_count;

	draw->residuals =
		memory_zeroed(draw->from->track_count * n + 1, sizeof(*draw->residuals));
	for (size_t i = 0, at = 0; i < draw->from->track_count; i++) {
		struct residual *own = draw->residuals + i * n;

		for (size_t t = 0; t < n; t++)
			own[t].value = NAN;
		while (at < changes->count && changes->list[at].track < i)
			at++;
		take_track(own, draw->from, i, changes, changes->list + at);
	}
}

static void add_night(struct draw *draw, uint32_t t, size_t source)
{
	tracks_add_night(&draw->tracks)->machine = 1;
	for (size_t i = 0; i < draw->tracks.track_count; i++) {
		struct track *track = &draw->tracks.tracks[i];
		const struct residual *r =
			&draw->residuals[i * draw->from->night_count + source];
		struct track_point *p;

		if (isnan(r->value))
			continue;
		p = track_add(track);
		p->night = t;
		p->level = r->value;
		p->se = r->se;
		p->definition = p->toolchain = 1;
		p->code = !r->known ? 0 : track->count > 1 ? p[-1].code + r->open : 1;
	}
}

static bool is_reported(const bool *nights, size_t low, size_t high)
{
	for (size_t t = low; t <= high; t++)
		if (nights[t])
			return true;
	return false;
}

/* A change of last night that stands near is the same alarm. */
static bool is_new(const struct draw *draw, const struct change *change)
{
	bool *reported = draw->reported + change->track * draw->nights;
	size_t last = draw->tracks.night_count - 1;
	bool known = is_reported(reported, change->low > NEAR ? change->low - NEAR : 0,
		change->high + NEAR < last ? change->high + NEAR : last);

	/* The nights of a drift may have steps as well. */
	if (change->until)
		reported[change->best] = true;
	for (size_t t = change->low; !change->until && t <= change->high; t++)
		reported[t] = true;
	return !known;
}

/* Benchmarks that move together are one event, as on the screen. */
static bool is_event(const struct draw *draw, const struct change *change)
{
	size_t row = draw->from->track_count + (change->effect > 0) + 2 * (change->until > 0);
	bool *reported = draw->reported + row * draw->nights;
	bool known = is_reported(reported, change->low, change->high);

	reported[change->best] = true;
	return !known;
}

static size_t judge(struct draw *draw, const struct change_settings *settings, size_t *by_track)
{
	struct changes changes;
	size_t alarms = 0;

	changes_find(&changes, &draw->tracks, settings);
	for (size_t i = 0; i < changes.count; i++) {
		if (!is_new(draw, &changes.list[i]))
			continue;
		by_track[changes.list[i].track]++;
		alarms += is_event(draw, &changes.list[i]);
	}
	changes_release(&changes);
	return alarms;
}

static size_t draw_nights(struct draw *draw, size_t block,
	const struct change_settings *settings, size_t *by_track)
{
	size_t alarms = 0, from = 0;
	struct prng prng;

	prng_seed(&prng, block);
	draw->tracks = (struct tracks){ 0 };
	draw->reported = memory_zeroed(
		(draw->from->track_count + 4) * draw->nights, sizeof(*draw->reported));
	for (size_t i = 0; i < draw->from->track_count; i++)
		tracks_add(&draw->tracks, "", "");
	for (uint32_t t = 0; t < draw->nights; t++) {
		if (t % block == 0)
			from = prng_below(&prng, draw->from->night_count - block + 1);
		add_night(draw, t, from + t % block);
		if (t >= QUIET_NIGHTS)
			alarms += judge(draw, settings, by_track);
	}
	tracks_release(&draw->tracks);
	free(draw->reported);
	return alarms;
}

double promise_given(const struct promise *promise, enum promise_draw draw)
{
	return (double)promise->alarms[draw] * PROMISE_PER / (double)promise->nights;
}

void promise_measure(struct promise *promise, const struct tracks *tracks,
	const struct changes *changes, const struct change_settings *settings)
{
	static const size_t blocks[PROMISE_DRAWS] = { 1, PROMISE_BLOCK };
	double most = cbrt(WORK / (double)(tracks->track_count + 1));
	struct draw draw = { .from = tracks };

	*promise = (struct promise){ .kept = true,
		.aim = settings->alarms / 30 * PROMISE_PER,
		.by_track = memory_zeroed(tracks->track_count + 1, sizeof(size_t)) };
	if (tracks->night_count < PROMISE_NIGHTS_MIN)
		return;
	draw.nights = (size_t)fmin(fmax(most, 2 * QUIET_NIGHTS), PROMISE_PER + QUIET_NIGHTS);
	promise->nights = draw.nights - QUIET_NIGHTS;
	take_all(&draw, changes);
	for (size_t i = 0; i < PROMISE_DRAWS; i++) {
		promise->alarms[i] = draw_nights(&draw, blocks[i], settings, promise->by_track);
		promise->kept =
			promise->kept && promise_given(promise, i) <= KEPT_MOST * promise->aim;
	}
	free(draw.residuals);
}

void promise_release(struct promise *promise)
{
	free(promise->by_track);
	*promise = (struct promise){ 0 };
}
