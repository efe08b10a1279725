/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/history/noise.h"
#include "driver/history/shift.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/stats/moderated.h"
#include "compare/stats/quantile.h"

/*
 * Method: steps that are obvious are taken out (shift.h). The variance of a track is that of
 * nights with the same code about the mean of short blocks, with values taken back to 3 SD
 * (which takes 0.5 % off a normal variance), and shrunk over the suite
 * (compare/stats/moderated.h). The variance over one night against that over four gives the
 * autocorrelation. That and the share of bad nights belong to the track, and are shrunk towards
 * the suite's as far as chance explains how tracks differ. Growth compares the differences
 * around a night with those of the whole time.
 */

/* Fewer pairs of nights with the same code say less than all pairs, steps included. */
#define PAIRS_MIN 8
/* Lines that show how the noise of the suite grows. */
#define LINES_MIN 10
/* Differences are taken back to so many SD, which takes off this share of a variance. */
#define CLIP       3
#define CLIP_KEEPS 0.995
#define LAG        4
/* What chance does to the logarithm of the variance over one night against that over LAG: so
 * much by the number of pairs, and more where nights are correlated. By simulation. */
#define RATIO_VARIANCE   2
#define RATIO_CORRELATED 2.3
/* A track is more correlated than the suite if its ratio is lower by so many SD of chance. */
#define RATIO_CLEAR 2
/* What such a track may have at most: of nights that are correlated by .88. */
#define RATIO_MIN (-1.206)
/* The share of bad nights of the suite counts as so many nights of each track. */
#define BAD_NIGHTS 40
/* A track is louder from some night on: so many on each side, and what they have to gain, which
 * chance reaches in a track of some thousand. */
#define SPLIT_NIGHTS 5
#define SPLIT_GAIN   6
#define SPLIT_CLIP   4
/* A part that is quiet by chance does not count as quieter, as a multiple of the whole track.
 */
#define QUIET_MIN 0.6
/* Nights whose variance is about their own mean: a drift over months is no noise. */
#define BLOCK 8
/* A night stands out by so many SD from most of the nights around it, so many before and after:
 * noise that comes for some nights and goes is no step. */
#define BAD_SD     4
#define BAD_AROUND 7
/* Nights before and after, over which the growth of the noise is smoothed. */
#define GROWTH_NIGHTS 15
/* The median of the absolute value of a normal variable. */
#define NORMAL_ABS_MEDIAN 0.6745

/* The differences over `lag` points; returns their number. */
static size_t differences(const struct tracks *tracks, const struct flat *flat, size_t lag,
	bool same_only, double *out)
{
	const struct track *track = flat->track;
	size_t n = 0;

	for (size_t i = lag; i < track->count; i++) {
		const struct track_point *a = &track->points[i - lag], *b = &track->points[i];

		if (!same_only || same_ground(tracks, a, b))
			out[n++] = flat->levels[i] - flat->levels[i - lag];
	}
	return n;
}

/* The mean square, values taken back to CLIP times `sd`; NAN for none. */
static double mean_square(const double *d, size_t n, double sd)
{
	double most = CLIP * CLIP * sd * sd, sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += fmin(d[i] * d[i], most);
	return n ? sum / (double)n / CLIP_KEEPS : NAN;
}

/* blocks[n]: how many blocks of n nights there are. */
typedef size_t block_counts[BLOCK + 1];

/*
 * Levels about the mean of their block: up to BLOCK successive nights, of the same ground if
 * wanted. Each value has the variance of a night. Returns their number and, in *df, what they
 * say of it.
 */
static size_t residuals(const struct tracks *tracks, const struct flat *flat, bool same_only,
	double *out, double *df, block_counts blocks)
{
	const struct track *track = flat->track;
	size_t n = 0;

	*df = 0;
	for (size_t from = 0, to; from < track->count; from = to) {
		const struct track_point *p = track->points;
		double mean = 0, size;

		for (to = from; to < track->count && to - from < BLOCK; to++) {
			if (same_only && to > from && !same_ground(tracks, &p[to - 1], &p[to]))
				break;
			mean += flat->levels[to];
		}
		size = (double)(to - from);
		mean /= size;
		blocks[to - from]++;
		*df += size - 1;
		for (size_t i = from; to - from > 1 && i < to; i++)
			out[n++] = (flat->levels[i] - mean) * sqrt(size / (size - 1));
	}
	return n;
}

/* The share of the variance that blocks show where successive nights are correlated by r. */
static double block_share(const block_counts blocks, double r)
{
	double shown = 0, df = 0;

	for (size_t n = 2; n <= BLOCK; n++) {
		double share = (double)n - 1;

		for (size_t lag = 1; lag < n; lag++)
			share -= 2 * (1 - (double)lag / (double)n) * pow(r, (double)lag);
		shown += (double)blocks[n] * share;
		df += (double)blocks[n] * ((double)n - 1);
	}
	return df > 0 ? shown / df : 1;
}

/* The r with (1 - r) / (1 - r^LAG) = q: the variance of differences over one night against that
 * over LAG nights, where the noise is autoregressive. */
static double autocorrelation_of(double q)
{
	double low = 0, high = 0.99;

	if (!(q < 1))
		return 0;
	for (int i = 0; i < 40; i++) {
		double r = (low + high) / 2;

		if ((1 - r) / (1 - pow(r, LAG)) > q)
			low = r;
		else
			high = r;
	}
	return low;
}

/* The logarithm of the ratio of a track's variances over one night and over LAG, its SD being
 * about `sd`; NAN: too few nights. */
static double near_to_far(const struct tracks *tracks, const struct flat *flat, bool same,
	double sd, double *d, size_t *n)
{
	size_t pairs = differences(tracks, flat, 1, same, d);
	double near = mean_square(d, pairs, M_SQRT2 * sd), far;

	pairs = differences(tracks, flat, LAG, same, d);
	far = mean_square(d, pairs, M_SQRT2 * sd);
	*n = pairs;
	return pairs >= PAIRS_MIN && near > 0 && far > 0 ? log(near / far) : NAN;
}

/* What each track shows of its noise. */
struct shown {
	double ratio; /* of near_to_far() */
	size_t pairs;
	bool same; /* pairs of the same code only */
	block_counts blocks;
};

/*
 * The ratio of a track that is clearly more correlated than the suite: lower by an SD, as a
 * correlation that is estimated too low makes false alarms. Only of pairs of the same code:
 * across others a step looks like correlation.
 */
static double clear_ratio(const struct shown *shown, double centre, double chance)
{
	double pairs = (double)shown->pairs, own = shown->ratio;
	double own_chance = RATIO_VARIANCE + RATIO_CORRELATED * autocorrelation_of(exp(own));

	if (!shown->same || !(own < centre - RATIO_CLEAR * sqrt(chance / pairs)))
		return INFINITY;
	return fmax(own - sqrt(own_chance / pairs), RATIO_MIN);
}

/* Takes the ratios of tracks back to the suite's, by what chance explains. Returns that. */
static double shrink_ratios(struct shown *shown, size_t n)
{
	size_t count = 0;
	AUTO_FREE double *known = memory_zeroed(n + 1, sizeof(*known));
	double centre, between = 0, chance;

	for (size_t i = 0; i < n; i++)
		if (isfinite(shown[i].ratio))
			known[count++] = shown[i].ratio;
	centre = count ? quantile_median_of(known, count) : 0;
	chance = RATIO_VARIANCE + RATIO_CORRELATED * autocorrelation_of(exp(centre));
	for (size_t i = 0; i < n; i++)
		if (isfinite(shown[i].ratio))
			between += ((shown[i].ratio - centre) * (shown[i].ratio - centre) -
					   chance / (double)shown[i].pairs) /
				   (double)count;
	for (size_t i = 0; i < n; i++) {
		double clear = clear_ratio(&shown[i], centre, chance);
		double kept = between / (between + chance / (double)shown[i].pairs);

		shown[i].ratio = isfinite(shown[i].ratio) && between > 0
					 ? centre + (shown[i].ratio - centre) * kept
					 : centre;
		shown[i].ratio = fmin(shown[i].ratio, clear);
	}
	return centre;
}

/* Of correlated nights, whose mean says less and whose blocks show less. */
static void take_correlation(struct track_noise *noise, const struct shown *shown)
{
	double r = autocorrelation_of(exp(shown->ratio));

	noise->sd *= sqrt((1 + r) / (1 - r) / block_share(shown->blocks, r));
	noise->df *= (1 - r * r) / (1 + r * r);
}

struct noise_work {
	struct noise *noise;
	const struct tracks *tracks;
	struct flat *flat;
	struct shown *shown;
	double *s2, *df; /* one a track, as `shown` */
};

static void show_all(const struct noise_work *work)
{
	const struct tracks *tracks = work->tracks;
	AUTO_FREE double *d = memory_zeroed(tracks->night_count + 1, sizeof(*d));

	for (size_t i = 0; i < tracks->track_count; i++) {
		const struct flat *flat = &work->flat[i];
		struct shown *shown = &work->shown[i];
		bool same;
		double sd;
		size_t count;

		flat_set(flat, work->noise->shift, d);
		same = differences(tracks, flat, 1, true, d) >= PAIRS_MIN;
		count = residuals(tracks, flat, same, d, &work->df[i], shown->blocks);
		sd = count ? QUANTILE_MAD_SCALE * quantile_mad(d, count, 0) : NAN;
		shown->same = same;
		work->s2[i] = mean_square(d, count, sd);
		shown->ratio = near_to_far(tracks, flat, same, sd, d, &shown->pairs);
	}
}

static void estimate_variances(struct noise_work *work)
{
	struct noise *noise = work->noise;
	size_t n = work->tracks->track_count;
	AUTO_FREE double *s2 = memory_zeroed(2 * n + 1, sizeof(*s2));
	double *df = s2 + n;
	AUTO_FREE struct shown *shown = memory_zeroed(n + 1, sizeof(*shown));
	struct variance_prior prior;

	work->shown = shown;
	work->s2 = s2;
	work->df = df;
	show_all(work);
	noise->autocorrelation = autocorrelation_of(exp(shrink_ratios(shown, n)));
	variance_floor(s2, df, n);
	prior = variance_prior_fit(s2, df, n);
	for (size_t i = 0; i < n; i++) {
		bool known = isfinite(s2[i]) && s2[i] > 0;
		double v = known ? variance_posterior(&prior, s2[i], df[i]) : prior.s0_squared;

		noise->tracks[i].sd = sqrt(v);
		noise->tracks[i].df = known ? variance_df_test(&prior, df[i]) : prior.df0;
		take_correlation(&noise->tracks[i], &shown[i]);
	}
}

/* `se`: room for one a night. */
static double error_of(const struct track *track, double *se)
{
	for (size_t k = 0; k < track->count; k++)
		se[k] = track->points[k].se;
	return quantile_median_of(se, track->count);
}

/* The scale of the differences of each night's tracks, in their own SD; NAN: too few. */
static void scales_of(const struct noise_work *work, double *scale)
{
	const struct tracks *tracks = work->tracks;
	const struct track_noise *own = work->noise->tracks;
	AUTO_FREE double *size = memory_zeroed(tracks->track_count + 1, sizeof(*size));
	AUTO_FREE size_t *at = memory_zeroed(tracks->track_count + 1, sizeof(*at));

	for (uint32_t t = 0; t < tracks->night_count; t++) {
		size_t n = 0;

		for (size_t i = 0; i < tracks->track_count; i++) {
			const struct track *track = &tracks->tracks[i];
			const struct track_point *p = &track->points[at[i]];

			if (at[i] == track->count || p->night != t)
				continue;
			if (at[i]++ && own[i].sd > 0)
				size[n++] = fabs(work->flat[i].levels[at[i] - 1] -
						    work->flat[i].levels[at[i] - 2]) /
					    own[i].sd;
		}
		scale[t] = n >= LINES_MIN ? quantile_r7_unsorted(size, n, 0.5) /
						    (M_SQRT2 * NORMAL_ABS_MEDIAN)
					  : NAN;
	}
}

static void find_growth(const struct noise_work *work)
{
	struct noise *noise = work->noise;
	size_t n = work->tracks->night_count;
	AUTO_FREE double *scale = memory_zeroed(n + 1, sizeof(*scale));
	double usual;

	scales_of(work, scale);
	usual = quantile_median_of(scale, n);
	for (size_t t = 0; t < n; t++) {
		size_t from = t > GROWTH_NIGHTS ? t - GROWTH_NIGHTS : 0;
		size_t to = t + GROWTH_NIGHTS + 1 < n ? t + GROWTH_NIGHTS + 1 : n;
		double growth = quantile_median_of(scale + from, to - from) / usual;

		noise->growth[t] = growth > 0 && isfinite(growth) ? growth : 1;
	}
}

double noise_sd(const struct noise *noise, const struct tracks *tracks, size_t track, size_t k)
{
	const struct track_noise *own = &noise->tracks[track];

	return own->sd * noise->growth[tracks->tracks[track].points[k].night] *
	       (k < own->louder_from ? own->before : own->after);
}

/* The logarithm of the likelihood ratio of a mean absolute difference that is another from k
 * on; 0 if it is not above `least`. */
static double split_gain(const double *sums, size_t k, size_t n, double least)
{
	double from = (double)k, to = (double)(n - k), whole = sums[n] / (double)n;
	double before = whole / sums[k] * from, after = whole / (sums[n] - sums[k]) * to;

	/* ln x <= x - 1 */
	if (from * (before - 1) + to * (after - 1) <= least)
		return 0;
	return from * log(before) + to * log(after);
}

/* Sums of the absolute differences to the night before, those that stand out taken back. */
static size_t sum_steps(
	const struct noise *noise, const struct flat *flat, double *sums, double *d)
{
	const struct track *track = flat->track;
	size_t n = 0;
	double most;

	for (size_t k = 1; k < track->count; k++)
		d[n++] = fabs(flat->levels[k] - flat->levels[k - 1]) /
			 noise->growth[track->points[k].night];
	memcpy(sums + 1, d, n * sizeof(*d));
	most = n ? SPLIT_CLIP * quantile_r7_unsorted(sums + 1, n, 0.5) : 0;
	sums[0] = 0;
	for (size_t k = 0; k < n; k++)
		sums[k + 1] = sums[k] + fmin(d[k], most);
	return n;
}

/* A track whose noise is another from some night on. `work`: room for 2 (nights + 1). */
static void find_louder(const struct noise *noise, const struct flat *flat,
	struct track_noise *own, double *work)
{
	double *sums = work;
	size_t n = sum_steps(noise, flat, sums, sums + flat->track->count + 1);
	double most = SPLIT_GAIN, ratio, quiet;

	own->before = own->after = 1;
	for (size_t k = SPLIT_NIGHTS; k + SPLIT_NIGHTS <= n; k++) {
		double gain = split_gain(sums, k, n, most);

		if (!(gain > most))
			continue;
		most = gain;
		own->louder_from = k + 1;
		ratio = (sums[n] - sums[k]) / (double)(n - k) / sums[k] * (double)k;
		quiet = sqrt((double)n / ((double)k + (double)(n - k) * ratio * ratio));
		own->before = fmax(quiet, QUIET_MIN);
		own->after = fmax(quiet * ratio, QUIET_MIN);
	}
}

static bool stands_out(const double *levels, size_t k, double sd)
{
	const double *around = &levels[k - BAD_AROUND];
	double least = BAD_SD * sd;
	size_t above = 0, below = 0, left = 2 * BAD_AROUND + 1;

	/* Ends where too few are left. */
	while (left > 0 && (above > below ? above : below) + left > BAD_AROUND) {
		double away = around[--left] - levels[k];

		above += away > least;
		below += away < -least;
	}
	return above > BAD_AROUND || below > BAD_AROUND;
}

/* Nights that have all those around them. */
static size_t surrounded(const struct track *track)
{
	return track->count > 2 * BAD_AROUND ? track->count - 2 * BAD_AROUND : 0;
}

/* What each track has of its own; `bad` counts nights. */
static void finish_all(const struct noise_work *all)
{
	AUTO_FREE double *work = memory_zeroed(2 * all->tracks->night_count + 2, sizeof(*work));

	for (size_t i = 0; i < all->tracks->track_count; i++) {
		const struct flat *flat = &all->flat[i];
		struct track_noise *own = &all->noise->tracks[i];

		find_louder(all->noise, flat, own, work);
		for (size_t k = BAD_AROUND; k + BAD_AROUND < flat->track->count; k++)
			own->bad += stands_out(
				flat->levels, k, noise_sd(all->noise, all->tracks, i, k));
		own->se = error_of(flat->track, work);
	}
}

/* From how many nights of each track are bad. */
static void share_bad(struct noise *noise, const struct tracks *tracks)
{
	double bad = 0, all = 0, suite;

	for (size_t i = 0; i < tracks->track_count; i++) {
		all += (double)surrounded(&tracks->tracks[i]);
		bad += noise->tracks[i].bad;
	}
	suite = all > 0 ? bad / all : 0;
	for (size_t i = 0; i < tracks->track_count; i++) {
		double *own = &noise->tracks[i].bad;

		*own = fmax(
			suite, (*own + BAD_NIGHTS * suite) /
				       ((double)surrounded(&tracks->tracks[i]) + BAD_NIGHTS));
	}
}

void noise_estimate(struct noise *noise, const struct tracks *tracks)
{
	size_t n = tracks->track_count;
	AUTO_FREE struct flat *flat = flat_new(tracks);
	struct noise_work work = { .noise = noise, .tracks = tracks, .flat = flat };

	*noise = (struct noise){ .track_count = n,
		.tracks = memory_zeroed(n + 1, sizeof(*noise->tracks)),
		.shift = memory_zeroed(tracks->night_count + 1, sizeof(double)),
		.lasting = memory_zeroed(tracks->night_count + 1, sizeof(double)),
		.growth = memory_zeroed(tracks->night_count + 1, sizeof(double)) };
	shift_find(noise->shift, noise->lasting, tracks);
	estimate_variances(&work);
	find_growth(&work);
	finish_all(&work);
	share_bad(noise, tracks);
}

void noise_release(struct noise *noise)
{
	free(noise->tracks);
	free(noise->shift);
	free(noise->lasting);
	free(noise->growth);
	*noise = (struct noise){ 0 };
}
