/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/shift.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/quantile.h"

/*
 * Method: benchmarks with the same code vote by medians, as two of five nights may be bad. If
 * no code is known, all vote, and most have to agree. First the nights that stand out from both
 * sides are marked, as they are no steps. Then the largest step is cut, as long as one exceeds
 * its own error and what such steps are in other nights, so that a restless machine asks for
 * more; the nights around it are looked at again. The size of a step comes from more nights.
 * What single nights did is found last, beside the steps.
 */

/* Nights before and after. Their median holds where two of five are bad. */
#define WEEK         5
#define LEAST_NIGHTS WEEK
/* For the size of a step whose night is known. */
#define LONG 15
/* Benchmarks with the same code that must agree. */
#define VOTERS_MIN 10
/* Their median hardly gains by more. */
#define VOTERS_MOST 200
/* As a z of the error of the median; the fewer vote, the more is asked for (Student). */
#define LEAST_SE 4
/* In SD of those of other nights. */
#define LEAST_SD 4.5
/* A step of the suite is unusual beside those of so many nights before, and beyond so many of
 * their SD. */
#define NIGHTS_MOST 60
#define NIGHTS_MIN  10
#define UNUSUAL_SD  4
/* A step is obvious between the medians of so many nights, the last ones excepted, if it
 * exceeds so many SD of successive nights: noise that is correlated by .8 wanders by 5 SD of a
 * night. */
#define SIDE     5
#define SIDE_MIN 3
#define STEP_SD  8
/* This share of it comes in its night. */
#define AT_ONCE 0.5

struct shift_work {
	const struct tracks *tracks;
	bool *cut;           /* of each night: a step was found there */
	bool *out;           /* it stands out from the nights on both sides */
	double *step, *size; /* of each night, in ln; per SD of such a mean of nights; NAN */
	bool *sure;          /* the step exceeds its own error */
	double *votes;
	size_t every, span; /* one of so many tracks votes; on so many nights on each side */
	uint32_t end;       /* nights before it are looked at */
	bool unknown;       /* the code is: all vote, and nine of ten must agree */
};

static bool same_build(
	const struct shift_work *w, const struct track_point *a, const struct track_point *b)
{
	return (a->code || w->unknown) && a->code == b->code &&
	       a->definition == b->definition && a->toolchain == b->toolchain;
}

/* The levels of up to `span` nights from point k on in one direction, +1 or -1, of the same
 * build and without a step between. Returns how many. */
static size_t week_of(const struct shift_work *w, const struct track *track, size_t k, int way,
	double *levels)
{
	const struct track_point *p = track->points;
	size_t n = 0;

	for (size_t next; n < w->span && p[k].night < w->end; k = next) {
		if (!w->out[p[k].night])
			levels[n++] = p[k].level;
		next = k + (size_t)way;
		if (next >= track->count || !same_build(w, &p[k], &p[next]) ||
			w->cut[p[way > 0 ? next : k].night])
			break;
	}
	return n;
}

/* Sorts the few values. */
static double middle_of(double *values, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		double value = values[i];
		size_t k = i;

		for (; k && values[k - 1] > value; k--)
			values[k] = values[k - 1];
		values[k] = value;
	}
	return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

/* What a track says of a step at night t; NAN: nothing. *nights: 1 / nights before + 1 / nights
 * after. */
static double vote_of(const struct shift_work *w, size_t i, uint32_t t, double *nights)
{
	const struct track *track = &w->tracks->tracks[i];
	const struct track_point *b = track_at(track, t), *a = b ? b - 1 : NULL;
	double old[LONG], new[LONG];
	size_t before, after, k;

	if (!b || b == track->points || a->night + 1 != t)
		return NAN;
	k = (size_t)(b - track->points);
	*nights = 2;
	if (!same_build(w, a, b))
		return a->code && b->beside && a->code == b->beside->before_code &&
				       isnan(b->beside->anchor)
			       ? b->beside->before - track_raw(a)
			       : NAN;
	before = week_of(w, track, k - 1, -1, old);
	after = week_of(w, track, k, 1, new);
	*nights = 1 / (double)before + 1 / (double)after;
	return before && after ? middle_of(new, after) - middle_of(old, before) : NAN;
}

/* Adds the week on one side of point k of a track; returns how many levels. */
static size_t beside(const struct shift_work *w, const struct track *track, size_t k, int way,
	double *levels)
{
	const struct track_point *p = track->points;
	size_t next = k + (size_t)way;

	for (; next < track->count && same_build(w, &p[k], &p[next]) &&
		!w->cut[p[way > 0 ? next : k].night];
		k = next, next += (size_t)way)
		if (p[next].night < w->end)
			return week_of(w, track, next, way, levels);
	return 0;
}

/* How far night t of a track is from the weeks before and after; NAN: not known. */
static double alone_of(
	const struct shift_work *w, size_t i, uint32_t t, bool before, bool after)
{
	const struct track *track = &w->tracks->tracks[i];
	const struct track_point *p = track_at(track, t);
	double levels[2 * LONG];
	size_t n = 0, k;

	if (!p)
		return NAN;
	k = (size_t)(p - track->points);
	if (before)
		n = beside(w, track, k, -1, levels);
	if (after)
		n += beside(w, track, k, 1, levels + n);
	return n ? p->level - middle_of(levels, n) : NAN;
}

/* The median of the votes, and whether it exceeds its error. */
static double common(const struct shift_work *w, double *votes, size_t n, bool *sure)
{
	double median = quantile_median_of(votes, n), se, weak;

	/* The standard error of a median is 1.253 that of a mean. */
	se = 1.253 * QUANTILE_MAD_SCALE * quantile_mad(votes, n, median) / sqrt((double)n);
	*sure = fabs(median) > -student_quantile(normal_sf(LEAST_SE), (double)n - 1) * se;
	if (!w->unknown || !*sure)
		return median;
	/* Many may rise together by themselves; taken out, it would be a change of all others.
	 */
	weak = quantile_r7_unsorted(votes, n, median > 0 ? 0.1 : 0.9);
	*sure = weak / median > 0.5;
	return median;
}

/* What night t alone did to all tracks; NAN: too few votes. */
static double alone(struct shift_work *w, uint32_t t, bool before, bool after, bool *sure)
{
	size_t n = 0;

	*sure = false;
	for (size_t i = 0; i < w->tracks->track_count; i += w->every) {
		w->votes[n] = alone_of(w, i, t, before, after);
		n += !isnan(w->votes[n]);
	}
	return n < VOTERS_MIN ? NAN : common(w, w->votes, n, sure);
}

static void look_at(struct shift_work *w, uint32_t t)
{
	size_t n = 0;
	double nights = 0;

	w->step[t] = w->size[t] = NAN;
	w->sure[t] = false;
	for (size_t i = 0; i < w->tracks->track_count; i += w->every) {
		double of = 0;

		w->votes[n] = vote_of(w, i, t, &of);
		if (isnan(w->votes[n]))
			continue;
		nights += of;
		n++;
	}
	if (n < VOTERS_MIN)
		return;
	w->step[t] = common(w, w->votes, n, &w->sure[t]);
	w->size[t] = w->step[t] / sqrt(nights / (double)n);
}

/* The usual size of what is none. */
static double usual_size(const struct shift_work *w)
{
	size_t n = 0;

	for (size_t t = 0; t < w->tracks->night_count; t++)
		if (isfinite(w->size[t]))
			w->votes[n++] = w->size[t];
	return n ? QUANTILE_MAD_SCALE * quantile_mad(w->votes, n, 0) : 0;
}

static void look_from_both_sides(struct shift_work *w, uint32_t t)
{
	bool before, after;
	double old = alone(w, t, true, false, &before);
	double new = alone(w, t, false, true, &after);

	w->size[t] = old;
	w->step[t] = before && after && old * new > 0 ? fmin(fabs(old), fabs(new)) : 0;
}

static void look_alone(struct shift_work *w, uint32_t t)
{
	w->size[t] = alone(w, t, true, true, &w->sure[t]);
}

/* Nights that stand out from both sides: a step does not. */
static void find_out(struct shift_work *w)
{
	uint32_t n = (uint32_t)w->tracks->night_count;
	double usual;

	for (uint32_t t = 1; t + 1 < n; t++)
		look_from_both_sides(w, t);
	usual = usual_size(w);
	for (uint32_t t = 1; t + 1 < n; t++)
		w->out[t] = w->step[t] > LEAST_SD * usual;
}

static uint32_t largest(const struct shift_work *w, double usual)
{
	double most = LEAST_SD * usual;
	uint32_t best = 0;

	for (uint32_t t = 1; t + LEAST_NIGHTS <= w->tracks->night_count; t++)
		if (w->sure[t] && !w->cut[t] && fabs(w->size[t]) > most) {
			most = fabs(w->size[t]);
			best = t;
		}
	return best;
}

/* The largest step that stands out; 0: none. The median of a week hardly tells it from the
 * nights around it: there the step itself decides. It may not have lasted long enough yet. */
static uint32_t next_step(struct shift_work *w, double usual)
{
	uint32_t nights = (uint32_t)w->tracks->night_count, found;

	while ((found = largest(w, usual))) {
		uint32_t best = found, last = found + WEEK / 2;

		for (uint32_t t = found > WEEK / 2 ? found - WEEK / 2 : 1;
			t < nights && t <= last; t++)
			if (!w->cut[t] && fabs(w->step[t]) > fabs(w->step[best]))
				best = t;
		if (w->sure[best] && best + LEAST_NIGHTS <= nights)
			return best;
		w->sure[found] = false;
	}
	return 0;
}

/* The size of a step, from more nights and all tracks. */
static void measure(struct shift_work *w, uint32_t t)
{
	size_t every = w->every;

	w->every = 1;
	w->span = LONG;
	look_at(w, t);
	w->every = every;
	w->span = WEEK;
}

/* Too few tracks have a fingerprint of their code. */
static bool is_unknown(const struct tracks *tracks)
{
	size_t known = 0;

	for (size_t i = 0; i < tracks->track_count; i++)
		known += tracks->tracks[i].count && tracks->tracks[i].points[0].code;
	return known < VOTERS_MIN;
}

void shift_find(double *shift, double *lasting, const struct tracks *tracks)
{
	uint32_t n = (uint32_t)tracks->night_count, t;
	size_t most = (n > tracks->track_count ? n : tracks->track_count) + 1;
	AUTO_FREE double *numbers = memory_zeroed(2 * n + most, sizeof(*numbers));
	AUTO_FREE bool *flags = memory_zeroed(3 * n + 1, sizeof(*flags));
	struct shift_work w = { .tracks = tracks,
		.cut = flags,
		.out = flags + n,
		.sure = flags + 2 * n,
		.step = numbers,
		.size = numbers + n,
		.votes = numbers + 2 * n,
		.every = tracks->track_count / VOTERS_MOST + 1,
		.span = WEEK,
		.end = n,
		.unknown = is_unknown(tracks) };
	double usual;

	*w.size = NAN; /* also of no nights */
	find_out(&w);
	for (t = 1; t < n; t++)
		look_at(&w, t);
	usual = usual_size(&w);
	while ((t = next_step(&w, usual))) {
		w.cut[t] = true;
		for (uint32_t near = t > WEEK ? t - WEEK : 1; near < n && near <= t + WEEK;
			near++)
			look_at(&w, near);
	}
	for (t = 0; t < n; t++)
		if (w.cut[t])
			measure(&w, t);
	/* The last nights may be those of a step that has not lasted long enough. */
	w.end = n > LEAST_NIGHTS ? n - LEAST_NIGHTS + 1 : n;
	for (t = 0; t < n; t++)
		lasting[t] = t ? lasting[t - 1] + (w.cut[t] ? w.step[t] : 0) : 0;
	for (t = 0; t < n; t++)
		look_alone(&w, t);
	usual = usual_size(&w);
	for (t = 0; t < n; t++) {
		bool out = w.sure[t] && fabs(w.size[t]) > LEAST_SD * usual;

		shift[t] = lasting[t] + (out ? w.size[t] : 0);
	}
}

/* The machine was measured with this benchmark in both nights. */
static bool is_control(const struct track_point *a, const struct track_point *b)
{
	return anchor_joins(a, b) ||
	       (a->code && b->beside && a->code == b->beside->before_code) ||
	       (a->code && a->code == b->code && a->toolchain == b->toolchain);
}

/* The changes from the night before, of benchmarks that stayed the same; returns their number.
 */
static size_t changes_in(const struct tracks *tracks, uint32_t night, double *changes,
	double *variances, size_t *controls)
{
	size_t n = 0;

	*controls = 0;
	for (size_t i = 0; i < tracks->track_count; i++) {
		const struct track *track = &tracks->tracks[i];
		const struct track_point *b = track_at(track, night), *a;

		if (!b || b == track->points)
			continue;
		a = b - 1;
		if (a->night + 1 != night || a->definition != b->definition)
			continue;
		*controls += is_control(a, b);
		changes[n] = track_raw(b) - track_raw(a);
		variances[n++] =
			isnan(a->se) || isnan(b->se) ? 0 : a->se * a->se + b->se * b->se;
	}
	return n;
}

/* What the suite did in the nights before, as an SD; 0: too few. */
static double usual_step(const struct tracks *tracks, double *changes, double *variances)
{
	double steps[NIGHTS_MOST];
	size_t count = 0, n, controls, last = tracks->night_count - 1;

	for (size_t t = last > NIGHTS_MOST ? last - NIGHTS_MOST : 1; t < last; t++) {
		n = changes_in(tracks, (uint32_t)t, changes, variances, &controls);
		if (n >= VOTERS_MIN)
			steps[count++] = quantile_median_of(changes, n);
	}
	return count < NIGHTS_MIN ? 0 : QUANTILE_MAD_SCALE * quantile_mad(steps, count, 0);
}

struct suite_shift suite_step(const struct tracks *tracks)
{
	AUTO_FREE double *changes =
		memory_zeroed(2 * tracks->track_count + 1, sizeof(*changes));
	double *variances = changes + tracks->track_count;
	struct suite_shift shift = suite_shift_none();
	size_t controls, n = changes_in(tracks, (uint32_t)tracks->night_count - 1, changes,
				 variances, &controls);

	if (n >= VOTERS_MIN && controls < VOTERS_MIN)
		shift = suite_shift_of(changes, variances, n);
	if (shift.beyond)
		shift.beyond = fabs(log(shift.ratio)) >
			       UNUSUAL_SD * usual_step(tracks, changes, variances);
	return shift;
}

/* The step at value k; 0: none that is obvious. */
static double step_at(const double *levels, size_t count, size_t k, double least)
{
	size_t before = k < SIDE ? k : SIDE;
	size_t after = count - k < SIDE ? count - k : SIDE;
	double at_once, step;

	if (before < SIDE_MIN || after < SIDE_MIN)
		return 0;
	at_once = levels[k] - levels[k - 1];
	if (!(fabs(at_once) > AT_ONCE * least))
		return 0; /* without the medians: it cannot be as large */
	step = quantile_median_of(levels + k, after) -
	       quantile_median_of(levels + k - before, before);
	return fabs(step) > least && at_once / step > AT_ONCE ? step : 0;
}

struct flat *flat_new(const struct tracks *tracks)
{
	size_t n = tracks->track_count, count = 0;
	struct flat *list;
	double *levels;

	for (size_t i = 0; i < n; i++)
		count += tracks->tracks[i].count;
	list = memory_array(n * sizeof(*list) + (count + 1) * sizeof(*levels), 1);
	levels = (double *)(list + n);
	for (size_t i = 0; i < n; levels += tracks->tracks[i++].count)
		list[i] = (struct flat){ &tracks->tracks[i], levels };
	return list;
}

void flat_set(const struct flat *flat, const double *shift, double *work)
{
	const struct track *track = flat->track;
	double *levels = flat->levels, least, sum = 0;

	for (size_t k = 0; k < track->count; k++)
		levels[k] = track->points[k].level - shift[track->points[k].night];
	for (size_t k = 1; k < track->count; k++)
		work[k - 1] = levels[k] - levels[k - 1];
	least = track->count > 1 ? STEP_SD / M_SQRT2 * QUANTILE_MAD_SCALE *
					   quantile_mad(work, track->count - 1, 0)
				 : 0;
	for (size_t k = 0; k < track->count; k++)
		work[k] = sum += step_at(levels, track->count, k, least);
	for (size_t k = 0; k < track->count; k++)
		levels[k] -= work[k];
}
