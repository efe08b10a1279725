/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/changes.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/segments.h"
#include "driver/history/looks.h"

/*
 * Method: the noise of each track gives the weights, the budget of alarms the price of a
 * change, and an exact segmentation the candidates, which tests over the nights then judge.
 * RATE and RATE_POWER are fitted to simulated nights without changes, so that `alarms` is kept
 * (docs/decisions/0021-budget-of-alarms.md, tests/eval/pages/history_rules.md).
 */

/* Nights of one level. One bad night is no change. */
#define LEAST_NIGHTS 2
/* This share of the false alarms may come from bad nights in a row. */
#define BAD_SHARE 0.2
/* Single values are taken back to so many standard deviations. */
#define CLIP 2
/* False alarms of a track in a night at the threshold c are rate c exp(-c^2 / 2), where rate is
 * RATE open^RATE_POWER: fitted to nights without changes, tests/eval/simulate_history. */
#define RATE       0.07
#define RATE_POWER 0.7
/* Even where nothing changes, some does not show. */
#define OPEN_MIN 0.02
/* What a change without new code, compiler or machine costs more, in ln(nights). */
#define SAME_PRICE 3
/* A benchmark has two levels if so many steps go to and fro between them, none of which lasted
 * for more than FLIP_NIGHTS, and each level comes back but for this share of the step. */
#define FLIPS_LEAST 3
#define FLIP_SAME   0.25
/* A variance of ln time below which nothing is known. */
#define VARIANCE_MIN 1e-14

/* A drift is a level, a straight line of at least so many nights, a level again. Both it and
 * the steps are fitted by least squares; it costs as much as two steps, and has to be better by
 * DRIFT_MARGIN. Each step more costs DRIFT_STEP ln(values) at least, for its place and its
 * size: at the price of few benchmarks, stairs would fit any slope. So many places are tried
 * for each end. */
#define DRIFT_NIGHTS 7
#define DRIFT_MARGIN 4
#define DRIFT_STEP   2
#define DRIFT_PLACES 24

/* After so many nights a smallest step is found, within LOOKS_WEEK. */
#define QUIET_NIGHTS 30
/* The normal quantile of a power of 80 %. */
#define POWER_Z 0.8416

const char *change_kind_name(enum change_kind kind)
{
	static const char *const names[CHANGE_KINDS] = { "machine", "toolchain", "code",
		"unknown code", "same code", "drift", "two levels" };

	return names[kind];
}

double change_slope(const struct change *change)
{
	/* `until` has all of it, the point before `at` none. */
	return change->kind == CHANGE_DRIFT
		       ? 30 * change->effect / (double)(change->until - change->at + 1)
		       : 0;
}

double change_left(const struct change *change)
{
	return change->flips % 2 || !change->flips ? change->effect : 0;
}

double change_threshold(double alarms, size_t track_count, double open)
{
	double wanted = alarms / (30 * (double)(track_count ? track_count : 1));
	double rate = RATE * pow(fmax(open, OPEN_MIN), RATE_POWER), low = 1, high = 10;

	for (int i = 0; i < 60; i++) {
		double c = (low + high) / 2;

		if (rate * c * exp(-c * c / 2) > wanted)
			low = c;
		else
			high = c;
	}
	return high;
}

/* The smallest step that so many nights show in 80 % after quiet ones, in ln. */
static double smallest_in(const struct changes *changes, size_t track, size_t nights)
{
	const struct track_noise *noise = &changes->noise.tracks[track];
	double t = student_quantile(normal_sf(changes->threshold), noise->df);

	return isfinite(t) ? (POWER_Z - t) * noise->sd *
				     sqrt(1.0 / QUIET_NIGHTS + 1.0 / (double)nights)
			   : INFINITY;
}

double changes_smallest(const struct changes *changes, size_t track)
{
	return smallest_in(changes, track, LOOKS_WEEK);
}

bool changes_too_noisy(const struct changes *changes, const struct track *track, size_t index)
{
	double smallest = changes_smallest(changes, index);

	return track->count >= QUIET_NIGHTS && isfinite(smallest) &&
	       smallest > log(1 + CHANGES_TOO_NOISY);
}

/* The share of nights at which a change may stand at the usual price. */
static double open_share(const struct tracks *tracks)
{
	size_t open = 0, all = 0;

	for (size_t i = 0; i < tracks->track_count; i++) {
		const struct track *track = &tracks->tracks[i];

		for (size_t k = 1; k < track->count; k++, all++)
			open += !same_ground(tracks, &track->points[k - 1], &track->points[k]);
	}
	return all ? (double)open / (double)all : 1;
}

/* So many nights that most of them are bad ones by chance only as often as may be. */
size_t changes_first_test(const struct changes *changes, size_t track)
{
	double bad = changes->noise.tracks[track].bad;
	double ways = 3; /* to choose `least` of 2 least - 1 nights */
	size_t least = LEAST_NIGHTS;

	while (least < SEGMENTS_LEAST_MAX &&
		30 * (double)changes->noise.track_count * ways * pow(bad, (double)least) >
			BAD_SHARE * changes->alarms) {
		least++;
		ways *= 2 * (2 * (double)least - 1) / (double)least;
	}
	return looks_first(least);
}

struct drift {
	size_t from, to; /* the last value of the level before; the first of the one after */
	double effect, se;
};

/* While one line is analysed: the arrays have one entry a point. */
struct track_work {
	const struct tracks *tracks;
	struct changes *changes;
	size_t index;
	double *raw, *values, *weights, *prices;
	size_t *starts, least; /* least: nights of a level */
	bool too_noisy;
	struct looks looks;
};

static enum change_kind kind_of(
	const struct tracks *tracks, const struct track_point *a, const struct track_point *b)
{
	if (!anchor_joins(a, b) &&
		tracks->nights[a->night].machine != tracks->nights[b->night].machine)
		return CHANGE_MACHINE;
	if (a->toolchain != b->toolchain)
		return CHANGE_TOOLCHAIN;
	if (!a->code || !b->code)
		return CHANGE_UNKNOWN;
	return a->code == b->code ? CHANGE_SAME_CODE : CHANGE_CODE;
}

/* `nights`: of the shorter one of its levels. */
static void append(struct track_work *work, size_t nights, const struct change *change)
{
	double least = work->changes->smallest_reported;

	if (work->too_noisy)
		least = smallest_in(
			work->changes, work->index, nights > LOOKS_WEEK ? nights : LOOKS_WEEK);
	/* A change that may be none is none. */
	if (fabs(change->effect) < fmax(least, CHANGE_Z * change->se))
		return;
	*ARRAY_ADD(work->changes->list, work->changes->count, work->changes->capacity) =
		*change;
}

/* A drift, or so many flips. */
static void add_lasting(
	struct track_work *work, const struct drift *drift, size_t piece, size_t flips)
{
	const struct track_point *points = &work->tracks->tracks[work->index].points[piece];

	append(work, LOOKS_WEEK,
		&(struct change){ .track = work->index,
			.at = piece + drift->from + 1,
			.until = piece + drift->to,
			.low = points[drift->from].night + 1,
			.high = points[drift->to].night,
			.best = points[drift->from + 1].night,
			.flips = (uint32_t)flips,
			.effect = drift->effect,
			.se = drift->se,
			.kind = flips ? CHANGE_FLIPS : CHANGE_DRIFT });
}

static void add_change(struct track_work *work, const struct segments_input *in, size_t piece,
	size_t from, size_t at, size_t to)
{
	const struct track_point *points = &work->tracks->tracks[work->index].points[piece];
	double before, after, effect;
	size_t low, high;

	effect = segments_mean(in, at, to, &after) - segments_mean(in, from, at, &before);
	segments_location(in, from, at, to, &low, &high);
	append(work, at - from < to - at ? at - from : to - at,
		&(struct change){ .track = work->index,
			.at = piece + at,
			/* It may have come in a night that this benchmark was not measured
			   in. */
			.low = points[low - 1].night + 1,
			.high = points[high].night,
			.best = points[at].night,
			.effect = effect,
			.se = sqrt(1 / before + 1 / after),
			.kind = kind_of(work->tracks, &points[at - 1], &points[at]) });
}

/* Of the values before each place, counted from `begin`, i, and y relative to the first one. */
struct sums {
	double w, wi, wii, wy, wiy, wyy;
};

static struct sums *sums_of(const struct segments_input *in, size_t begin, size_t end)
{
	struct sums *sums = memory_array(end - begin + 1, sizeof(*sums));

	sums[0] = (struct sums){ 0 };
	for (size_t k = 0; k < end - begin; k++) {
		double i = (double)k, w = in->weights[begin + k];
		double y = in->values[begin + k] - in->values[begin];
		const struct sums *s = &sums[k];

		sums[k + 1] = (struct sums){ s->w + w, s->wi + w * i, s->wii + w * i * i,
			s->wy + w * y, s->wiy + w * i * y, s->wyy + w * y * y };
	}
	return sums;
}

/* Weighted squares around the mean of values from..to-1. */
static double squares(const struct sums *sums, size_t from, size_t to)
{
	double w = sums[to].w - sums[from].w, wy = sums[to].wy - sums[from].wy;

	return sums[to].wyy - sums[from].wyy - wy * wy / w;
}

/* Weighted squares around the best drift between these places; sets its effect. x, the share of
 * the drift that a value has, is 0 up to `from` and 1 from `to` on. */
static double fit(const struct sums *sums, size_t n, struct drift *drift)
{
	const struct sums *a = &sums[drift->from], *b = &sums[drift->to], *all = &sums[n];
	double from = (double)drift->from, length = (double)drift->to - from;
	double wi = b->wi - a->wi - from * (b->w - a->w);
	double wii = b->wii - a->wii - 2 * from * (b->wi - a->wi) + from * from * (b->w - a->w);
	double wiy = b->wiy - a->wiy - from * (b->wy - a->wy);
	double wx = wi / length + all->w - b->w;
	double wxx = wii / (length * length) + all->w - b->w;
	double wxy = wiy / length + all->wy - b->wy;
	double spread = wxx - wx * wx / all->w;

	drift->effect = (wxy - wx * all->wy / all->w) / spread;
	drift->se = sqrt(1 / spread);
	return squares(sums, 0, n) - drift->effect * drift->effect * spread;
}

/* Do successive steps in one direction, steps[0..count-1], describe the values begin..end-1
 * worse than a drift? count: at least 2. */
static bool drift_fits(const struct segments_input *in, size_t begin, const size_t *steps,
	size_t count, size_t end, struct drift *drift)
{
	AUTO_FREE struct sums *sums = sums_of(in, begin, end);
	size_t first = steps[0] - begin, last = steps[count - 1] - begin, n = end - begin;
	size_t pace = 1 + first / DRIFT_PLACES, stride = 1 + (n - last) / DRIFT_PLACES;
	double stairs = squares(sums, 0, first) - DRIFT_MARGIN, best = INFINITY;

	for (size_t k = 0; k < count; k++)
		stairs += squares(sums, steps[k] - begin,
				  k + 1 < count ? steps[k + 1] - begin : n) +
			  (k < 2 ? 0 : fmax(in->prices[steps[k]], DRIFT_STEP * log((double)n)));
	for (size_t from = 0; from < first; from += pace)
		for (size_t to = last; to < n; to += stride) {
			struct drift one = { .from = from, .to = to };
			double left = fit(sums, n, &one);

			if (to - from < DRIFT_NIGHTS || !(left < best))
				continue;
			best = left;
			*drift = one;
		}
	drift->from += begin;
	drift->to += begin;
	return best < stairs;
}

/* How many of these steps go to and fro between two levels; 0: too few. As find_drift(). */
static size_t find_flips(const struct segments_input *in, const size_t *starts, size_t count,
	struct drift *levels)
{
	double weight, all[2] = { 0 }, sum[2] = { 0 }, first[2];
	size_t run = 0;

	for (; run <= count; run++) {
		double level =
			segments_mean(in, starts[(ptrdiff_t)run - 1], starts[run], &weight);
		size_t side = run % 2;

		if (run < 2)
			first[side] = level;
		else if (starts[run - 1] - starts[run - 2] > FLIP_NIGHTS ||
			 fabs(level - first[side]) > FLIP_SAME * fabs(first[1] - first[0]) +
							     CHANGE_Z / sqrt(weight))
			break;
		all[side] += weight;
		sum[side] += weight * level;
	}
	*levels = (struct drift){ starts[0] - 1, starts[run - 2],
		sum[1] / all[1] - sum[0] / all[0], sqrt(1 / all[0] + 1 / all[1]) };
	return run - 1 < FLIPS_LEAST ? 0 : run - 1;
}

/* The most of these steps in one direction that are a drift; 0: none. starts[-1] begins the
 * level before, starts[count] ends the last one. */
static size_t find_drift(const struct segments_input *in, const size_t *starts, size_t count,
	struct drift *drift)
{
	size_t run = 0;
	double weight, before = segments_mean(in, starts[-1], starts[0], &weight), first = 0;

	for (; run < count; run++) {
		double level = segments_mean(in, starts[run], starts[run + 1], &weight);

		first = run ? first : level - before;
		if ((level - before) * first <= 0)
			break;
		before = level;
	}
	while (run > 1 && !drift_fits(in, starts[-1], starts, run, starts[run], drift))
		run--;
	return run > 1 ? run : 0;
}

/* Points from..to-1, which have one definition. */
static void segment_piece(struct track_work *work, size_t from, size_t to)
{
	struct segments_input in = { work->values + from, work->weights + from,
		work->prices + from, to - from, work->least };
	struct drift drift;
	size_t count;

	segments_clip(work->raw + from, in.weights, in.n, in.least, CLIP, work->values + from);
	count = segments_find(&in, work->starts);
	work->looks.raw = work->raw + from;
	count = looks_keep(&work->looks, &in, work->starts, count);
	work->starts[count] = in.n;
	for (size_t i = 1, steps; i < count; i += steps ? steps : 1) {
		if ((steps = find_flips(&in, &work->starts[i], count - i, &drift)))
			add_lasting(work, &drift, from, steps);
		else if ((steps = find_drift(&in, &work->starts[i], count - i, &drift)))
			add_lasting(work, &drift, from, 0);
		else
			add_change(work, &in, from, work->starts[i - 1], work->starts[i],
				work->starts[i + 1]);
	}
}

static void prepare_point(struct track_work *work, size_t i)
{
	const struct track *track = &work->tracks->tracks[work->index];
	const struct track_noise *noise = &work->changes->noise.tracks[work->index];
	const struct track_point *p = &track->points[i];
	double sd = noise_sd(&work->changes->noise, work->tracks, work->index, i),
	       variance = sd * sd;
	double more = p->se * p->se - noise->se * noise->se;

	/* Nights that stand out, taken back. */
	variance *= 1 + noise->bad * CLIP * CLIP;
	variance = variance > VARIANCE_MIN ? variance : VARIANCE_MIN;
	work->raw[i] = p->level - work->changes->noise.shift[p->night];
	work->weights[i] = 1 / (variance + (more > 0 ? more : 0));
	work->prices[i] = work->looks.keep * work->looks.keep;
	if (i && same_ground(work->tracks, p - 1, p))
		work->prices[i] += SAME_PRICE * log((double)track->count);
}

static void analyse_track(struct track_work *work)
{
	const struct track *track = &work->tracks->tracks[work->index];
	size_t from = 0;

	work->looks =
		looks_of(work->changes->threshold, work->changes->noise.tracks[work->index].df);
	if (!isfinite(work->looks.usual))
		return;
	work->least = changes_first_test(work->changes, work->index);
	work->too_noisy = changes_too_noisy(work->changes, track, work->index);
	for (size_t i = 0; i < track->count; i++)
		prepare_point(work, i);
	for (size_t i = 1; i <= track->count; i++) {
		if (i < track->count &&
			track->points[i].definition == track->points[i - 1].definition)
			continue;
		segment_piece(work, from, i);
		from = i;
	}
}

void changes_find(struct changes *changes, const struct tracks *tracks,
	const struct change_settings *settings)
{
	size_t n = tracks->night_count + 1;
	AUTO_FREE double *numbers = memory_zeroed(4 * n, sizeof(*numbers));
	AUTO_FREE size_t *starts = memory_zeroed(n + 1, sizeof(*starts));
	struct track_work work = { .tracks = tracks,
		.changes = changes,
		.raw = numbers,
		.values = numbers + n,
		.weights = numbers + 2 * n,
		.prices = numbers + 3 * n,
		.starts = starts };

	*changes = (struct changes){ .smallest_reported = settings->least,
		.alarms = settings->alarms };
	noise_estimate(&changes->noise, tracks);
	changes->threshold = settings->threshold > 0
				     ? settings->threshold
				     : change_threshold(settings->alarms, tracks->track_count,
					       open_share(tracks));
	for (; work.index < tracks->track_count; work.index++)
		analyse_track(&work);
}

void changes_release(struct changes *changes)
{
	noise_release(&changes->noise);
	free(changes->list);
	*changes = (struct changes){ 0 };
}
