/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/paired.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/moderated.h"
#include "compare/stats/multiple.h"
#include "compare/verdict/paired_rounds.h"
#include "compare/verdict/swap_test.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/*
 * Method, a step each: take ln(new / old) of the rounds in three ways (paired_rounds.c); shrink
 * the variances over the suite; choose the way by its noise, never by its p; t test of the
 * trimmed mean, and the swap test beside it; one p of both; correct it over the suite
 * (Benjamini-Hochberg); a call needs its interval beyond the threshold as well. The constants
 * are in paired.h. 30 and 10 benchmarks are what a variance and a median effect need to be
 * usual ones; 10 rounds and the weights 10/9 and 10 are those with which simulated suites
 * without a change keep to their rate of false calls: docs/decisions/0016-one-estimator.md,
 * tests/eval/pages/simulate_suite.md.
 */

/* One mean of one part, over the suite: one value a benchmark. */
struct variances {
	double *s2, *df; /* s2 floored */
	struct variance_prior prior;
};

/* A suite on its way through the rule. */
struct paired_work {
	const struct paired_input *inputs;
	const struct compare_options *options;
	size_t n;
	struct paired_rounds *rounds;
	struct variances spread[PAIRED_T_PARTS][PAIRED_MEANS];
	enum paired_part *steady; /* the least noisy of the t parts */
	struct student_memo *memo;
	double *family; /* p of those compared as the suite sees it, else NaN */
};

const char *paired_part_name(enum paired_part part)
{
	static const char *const names[] = { "lower quartiles", "minima", "ratios of turns",
		"best launches", "" };

	assert(part <= PAIRED_PARTS);
	return names[part];
}

static double threshold_of(const struct paired_work *w, size_t i)
{
	double own = w->inputs[i].threshold;

	return isnan(own) ? w->options->threshold : own;
}

/* The largest change, in ln, that --strict still calls none. */
static double slack_of(const struct paired_work *w, size_t i)
{
	return w->options->strict ? log1p(threshold_of(w, i) / 2) : 0;
}

static double floor_of(const struct paired_work *w, size_t i)
{
	double step = w->inputs[i].step_ns, floor = log1p(threshold_of(w, i));

	return step > 0 ? fmax(floor, 1.5 * step / w->rounds[i].least) : floor;
}

/* Two-sided p against |mu| <= slack, worst case mu = slack. */
static double t_p(double mean, double error, double df, double slack)
{
	if (error == 0)
		return fabs(mean) <= slack ? 1 : 0;
	return fmin(1, student_sf((fabs(mean) - slack) / error, df) +
			       student_sf((fabs(mean) + slack) / error, df));
}

static double sd_moderated(const struct variances *spread, size_t i)
{
	return sqrt(variance_posterior(&spread->prior, spread->s2[i], spread->df[i]));
}

static double mean_p(
	const struct paired_work *w, size_t i, enum paired_part part, enum paired_mean mean)
{
	const struct paired_part_data *d = &w->rounds[i].part[part];
	const struct variances *spread = &w->spread[part][mean];
	double root = sqrt((double)w->rounds[i].n), slack = slack_of(w, i);
	double s = sqrt(spread->s2[i]), moderated = sd_moderated(spread, i);
	double m = d->over[mean].mean;

	if (w->rounds[i].n >= 3 && d->equal)
		return fabs(m) <= slack ? 1 : 0;
	if (moderated == 0)
		return 1;
	return fmax(t_p(m, moderated / root, variance_df_test(&spread->prior, spread->df[i]),
			    slack),
		t_p(m, s / root, spread->df[i], slack) / 30);
}

/*
 * Of few rounds a trimmed mean leaves out too large a share: of eight launches that run in one
 * of two modes, seven in the same one look like a change. There a plain mean must agree, that
 * of the quartiles or that of the minima.
 */
static bool plain_must_agree(const struct paired_rounds *rounds)
{
	return rounds->n < PAIRED_TRIM_FROM;
}

static double plain_p(const struct paired_work *w, size_t i, double trimmed_mean)
{
	double least = 1;

	for (int part = 0; part < PAIRED_T_PARTS; part++)
		if (w->rounds[i].part[part].known &&
			w->rounds[i].part[part].over[PAIRED_PLAIN].mean * trimmed_mean >= 0)
			least = fmin(least, mean_p(w, i, part, PAIRED_PLAIN));
	return least;
}

static double part_p(const struct paired_work *w, size_t i, enum paired_part part)
{
	double p = mean_p(w, i, part, PAIRED_TRIMMED);

	if (!plain_must_agree(&w->rounds[i]))
		return p;
	return fmax(p, plain_p(w, i, w->rounds[i].part[part].over[PAIRED_TRIMMED].mean));
}

static void collect_spread(struct paired_work *w, int part, int mean)
{
	struct variances *spread = &w->spread[part][mean];

	spread->s2 = memory_zeroed(w->n, sizeof(double));
	spread->df = memory_zeroed(w->n, sizeof(double));
	for (size_t i = 0; i < w->n; i++) {
		spread->s2[i] = w->rounds[i].part[part].over[mean].s2;
		spread->df[i] = w->rounds[i].part[part].over[mean].df;
	}
}

static void paired_collect(struct paired_work *w, struct paired_suite *suite)
{
	w->rounds = memory_zeroed(w->n, sizeof(*w->rounds));
	w->steady = memory_zeroed(w->n, sizeof(*w->steady));
	w->family = memory_zeroed(w->n, sizeof(*w->family));
	for (size_t i = 0; i < w->n; i++) {
		w->rounds[i] = paired_rounds_of(&w->inputs[i]);
		suite->compared += w->rounds[i].n > 1;
	}
	for (int part = 0; part < PAIRED_T_PARTS; part++) {
		double effect = paired_order_effect(w->rounds, w->n, part);

		suite->order_effect[part] = effect;
		for (size_t i = 0; i < w->n; i++)
			paired_rounds_finish(&w->rounds[i], part, effect);
		for (int mean = 0; mean < PAIRED_MEANS; mean++)
			collect_spread(w, part, mean);
	}
}

static void moderate(struct variances *spread, size_t n, bool moderated)
{
	double median = variance_floor(spread->s2, spread->df, n);

	if (moderated && median > 0)
		spread->prior = variance_prior_fit(spread->s2, spread->df, n);
	else
		spread->prior = variance_prior_none(spread->df, n);
}

static void paired_moderate(struct paired_work *w, struct paired_suite *suite)
{
	suite->moderated =
		!w->options->no_moderation && suite->compared >= PAIRED_MODERATE_FROM;
	for (int part = 0; part < PAIRED_T_PARTS; part++) {
		for (int mean = 0; mean < PAIRED_MEANS; mean++)
			moderate(&w->spread[part][mean], w->n, suite->moderated);
		suite->df0[part] = w->spread[part][PAIRED_TRIMMED].prior.df0;
		suite->s0_squared[part] = w->spread[part][PAIRED_TRIMMED].prior.s0_squared;
	}
}

static double df_of(const struct variances *spread, size_t i)
{
	return variance_df(&spread->prior, spread->df[i]);
}

/* Half width of the interval that moderation alone would give: what the parts are chosen by. */
static double noise_of(const struct paired_work *w, size_t i, enum paired_part part)
{
	const struct variances *spread = &w->spread[part][PAIRED_TRIMMED];

	return student_quantile_memo(w->memo, 0.975, df_of(spread, i)) *
	       sd_moderated(spread, i);
}

static enum paired_part part_of(const struct paired_work *w, size_t i)
{
	enum paired_part best = PAIRED_QUARTILE;

	for (int part = 0; part < PAIRED_T_PARTS; part++)
		if (w->rounds[i].part[part].known &&
			noise_of(w, i, part) < noise_of(w, i, best))
			best = part;
	if (w->rounds[i].part[PAIRED_TURNS].known &&
		noise_of(w, i, PAIRED_TURNS) <= PAIRED_TURNS_NOISE * noise_of(w, i, best))
		return PAIRED_TURNS;
	return best;
}

/* Half width of the interval of a mean, with the larger of both SDs; p = .975 gives 95 %. */
static double half_width(const struct paired_work *w, size_t i, enum paired_mean mean, double p)
{
	const struct variances *spread = &w->spread[w->steady[i]][mean];
	double widest = fmax(sqrt(spread->s2[i]), sd_moderated(spread, i));

	return student_quantile_memo(w->memo, p, df_of(spread, i)) * widest /
	       sqrt((double)w->rounds[i].n);
}

static void set_interval(struct paired_result *r, double mean, double half_95, double half_90)
{
	r->time.low = exp(mean - half_95);
	r->time.high = exp(mean + half_95);
	r->ratio_90 = (struct interval){ exp(mean - half_90), exp(mean + half_90) };
}

static void set_times(struct paired_result *r, enum paired_part part, double old, double new)
{
	r->shown = part;
	r->time.estimate_of = paired_part_name(part);
	r->time.old = old;
	r->time.new = new;
}

static bool conflicting(const struct paired_result *r)
{
	bool faster = false, slower = false;

	for (int part = 0; part < PAIRED_PARTS; part++) {
		if (!(r->part_p[part] < 0.025))
			continue;
		faster = faster || r->part_ratio[part] < 1;
		slower = slower || r->part_ratio[part] > 1;
	}
	return faster && slower;
}

/* The estimates of the steady part. */
static void show_steady(const struct paired_work *w, size_t i, struct paired_result *r)
{
	const struct paired_part_data *part = &w->rounds[i].part[w->steady[i]];
	double mean = part->over[PAIRED_TRIMMED].mean;
	double half = half_width(w, i, PAIRED_TRIMMED, 0.975);

	r->time.ratio = exp(mean);
	set_times(r, w->steady[i], exp(part->middle - mean / 2), exp(part->middle + mean / 2));
	set_interval(r, mean, half, half_width(w, i, PAIRED_TRIMMED, 0.95));
	r->most = r->ratio_90.high;
	r->paired.width = plain_must_agree(&w->rounds[i])
				  ? fmax(half, half_width(w, i, PAIRED_PLAIN, 0.975))
				  : half;
}

static void show_swap(const struct swap_test *swap, struct paired_result *r)
{
	set_times(r, PAIRED_MIN, swap->old_level, swap->new_level);
	r->time.ratio = r->time.new / r->time.old;
	r->time.low = swap->interval.low;
	r->time.high = swap->interval.high;
	r->ratio_90 = swap->interval;
	r->most = fmax(r->most, r->time.high);
}

/* A change below the threshold, or within its interval, enters the family with p = 1: the usual
 * noise of a suite is not that of a benchmark which is far noisier. */
static double counted_t_p(const struct paired_work *w, size_t i, const struct paired_result *r)
{
	enum paired_part part = w->steady[i];
	double half = w->rounds[i].part[part].equal
			      ? 0
			      : half_width(w, i, PAIRED_TRIMMED, 1 - w->options->fdr / 2);
	double change = fabs(log(r->part_ratio[part]));

	return change < r->floor || change <= half ? 1 : r->part_p[part];
}

/* The best time may be one lucky launch's: the whole interval lies beyond the threshold. */
static double counted_swap_p(const struct swap_test *swap, const struct paired_result *r)
{
	return log(swap->interval.low) >= r->floor || log(swap->interval.high) <= -r->floor
		       ? swap->p
		       : 1;
}

/* All that does not depend on the verdicts of the others. */
static void judge_alone(const struct paired_work *w, size_t i, struct paired_result *r)
{
	const struct paired_rounds *rounds = &w->rounds[i];
	enum paired_part part = part_of(w, i);
	struct swap_test swap =
		swap_test(rounds->old_min, rounds->new_min, rounds->n, slack_of(w, i));
	double by_t, by_swap;

	for (int k = 0; k < PAIRED_T_PARTS; k++) {
		if (!rounds->part[k].known)
			continue;
		r->part_p[k] = part_p(w, i, k);
		r->part_ratio[k] = exp(rounds->part[k].over[PAIRED_TRIMMED].mean);
	}
	r->part_p[PAIRED_MIN] = swap.p;
	r->part_ratio[PAIRED_MIN] = swap.ratio;
	w->steady[i] = part;
	show_steady(w, i, r);
	r->floor = floor_of(w, i);
	r->paired.sd = sqrt(rounds->part[part].over[PAIRED_TRIMMED].s2);
	r->time.p =
		fmin(1, fmin(PAIRED_T_FACTOR * r->part_p[part], PAIRED_SWAP_FACTOR * swap.p));
	r->paired.first_p = fmin(mean_p(w, i, part, PAIRED_TRIMMED), r->time.p);
	by_t = PAIRED_T_FACTOR * counted_t_p(w, i, r);
	by_swap = PAIRED_SWAP_FACTOR * counted_swap_p(&swap, r);
	r->paired.conflict = conflicting(r);
	if (r->paired.conflict)
		r->note = "conflict";
	w->family[i] = *r->note || w->inputs[i].earlier * log(r->time.ratio) < 0
			       ? 1
			       : fmin(1, fmin(by_t, by_swap));
	if (!*r->note && by_swap < by_t && by_swap <= w->options->fdr)
		show_swap(&swap, r);
}

/* `a`: the two-sided level of the t test, given the rejections of the suite. In ln. */
static double detectable(
	const struct paired_work *w, size_t i, const struct variances *spread, double a)
{
	double root = sqrt((double)w->rounds[i].n), slack = slack_of(w, i);
	double s = sqrt(spread->s2[i]), moderated = sd_moderated(spread, i);
	double df = df_of(spread, i), power = student_quantile_memo(w->memo, 0.8, df);
	double level =
		(student_quantile_memo(w->memo, 1 - a / 2, df) + power) * moderated / root;
	double policy =
		(student_quantile_memo(w->memo, 1 - fmin(0.5, 15 * a), spread->df[i]) + power) *
		s / root;

	return fmax(slack + fmax(level, policy), floor_of(w, i) + power * moderated / root);
}

static double smallest_detectable(const struct paired_work *w, size_t i, double a)
{
	double smallest = detectable(w, i, &w->spread[w->steady[i]][PAIRED_TRIMMED], a);
	double plain = INFINITY;

	for (int part = 0; part < PAIRED_T_PARTS; part++)
		if (w->rounds[i].part[part].known)
			plain = fmin(
				plain, detectable(w, i, &w->spread[part][PAIRED_PLAIN], a));
	return expm1(plain_must_agree(&w->rounds[i]) ? fmax(smallest, plain) : smallest);
}

/*
 * What the tests of the suite do not reject, or the clock's step hides, the intervals show:
 * they have so many standard errors that "no change" has the row's q; at 95 % twice the change
 * at most.
 */
static void hold_no_change(const struct paired_work *w, size_t i, struct paired_result *r)
{
	const struct variances *spread = &w->spread[w->steady[i]][PAIRED_TRIMMED];
	double mean = log(r->time.ratio), df = df_of(spread, i);
	double errors = student_quantile_memo(w->memo, 1 - r->time.q / 2, df);
	double t_95 = student_quantile_memo(w->memo, 0.975, df);
	double t_90 = student_quantile_memo(w->memo, 0.95, df);
	double half = fabs(mean) * fmin(2, t_95 / fmax(errors, 1e-9));

	if (fabs(mean) < log1p(threshold_of(w, i)) || (r->time.low <= 1 && r->time.high >= 1))
		return;
	set_interval(r, mean, half, half * t_90 / t_95);
}

/* A swap test that the correction for many tests overruled shows nothing. A conflict has q 1.
 */
static enum verdict verdict_of(const struct paired_work *w, size_t i, struct paired_result *r)
{
	double limit = 1 + w->options->equivalence;

	if (r->time.q <= w->options->fdr)
		return r->time.ratio > 1 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	if (r->shown == PAIRED_MIN)
		show_steady(w, i, r);
	hold_no_change(w, i, r);
	return !*r->note && r->ratio_90.low > 1 / limit && r->ratio_90.high < limit
		       ? VERDICT_UNCHANGED
		       : VERDICT_INCONCLUSIVE;
}

static void paired_judge(
	const struct paired_work *w, struct paired_result *results, struct paired_suite *suite)
{
	AUTO_FREE double *q = memory_zeroed(w->n, sizeof(*q));
	AUTO_FREE bool *apart = memory_zeroed(w->n, sizeof(*apart));
	size_t tested = 0;
	double a;

	for (size_t i = 0; i < w->n; i++)
		apart[i] = w->inputs[i].control;
	adjust_bh_apart(w->family, apart, q, w->n);
	for (size_t i = 0; i < w->n; i++) {
		tested += !apart[i] && !isnan(q[i]);
		suite->rejected += !apart[i] && q[i] <= w->options->fdr;
	}
	a = w->options->fdr * (double)(suite->rejected + 1) /
	    (PAIRED_T_FACTOR * fmax(1, (double)tested));
	for (size_t i = 0; i < w->n; i++) {
		struct paired_result *r = &results[i];

		if (isnan(q[i]))
			continue;
		r->time.q = q[i];
		r->time.smallest = smallest_detectable(w, i, fmin(1, a));
		r->time.verdict = verdict_of(w, i, r);
	}
}

static struct paired_result result_empty(const struct paired_work *w, size_t i)
{
	const struct paired_part_data *part = &w->rounds[i].part[PAIRED_QUARTILE];
	double mean = part->over[PAIRED_PLAIN].mean;
	struct paired_result r = { .time = CHANGE_UNKNOWN,
		.paired = PAIRED_UNKNOWN,
		.shown = PAIRED_PARTS,
		.note = "too few rounds",
		.ratio_90 = { NAN, NAN },
		.most = NAN,
		.floor = NAN };

	set_times(&r, PAIRED_PARTS, exp(part->middle - mean / 2), exp(part->middle + mean / 2));
	r.time.ratio = exp(mean);
	r.time.threshold = threshold_of(w, i);
	r.paired.rounds = (uint32_t)w->rounds[i].n;
	for (int k = 0; k < PAIRED_PARTS; k++)
		r.part_p[k] = r.part_ratio[k] = NAN;
	return r;
}

static void work_release(struct paired_work *w)
{
	for (size_t i = 0; i < w->n; i++)
		paired_rounds_release(&w->rounds[i]);
	for (int k = 0; k < PAIRED_T_PARTS * PAIRED_MEANS; k++) {
		free(w->spread[k / PAIRED_MEANS][k % PAIRED_MEANS].s2);
		free(w->spread[k / PAIRED_MEANS][k % PAIRED_MEANS].df);
	}
	free(w->rounds);
	free(w->steady);
	free(w->family);
	free(w->memo);
}

void paired_compare(const struct paired_input *inputs, size_t n,
	const struct compare_options *options, struct paired_result *results,
	struct paired_suite *suite)
{
	struct paired_suite unseen;
	struct paired_work w = { .inputs = inputs, .options = options, .n = n };

	w.memo = memory_zeroed(1, sizeof(*w.memo));
	suite = suite ? suite : &unseen;
	*suite = (struct paired_suite){ 0 };
	paired_collect(&w, suite);
	paired_moderate(&w, suite);
	for (size_t i = 0; i < n; i++) {
		results[i] = result_empty(&w, i);
		w.family[i] = NAN;
		if (w.rounds[i].n < 2)
			continue;
		results[i].note = "";
		judge_alone(&w, i, &results[i]);
		if (inputs[i].influences)
			paired_rounds_influence(
				&w.rounds[i], w.steady[i], inputs[i].influences);
	}
	paired_judge(&w, results, suite);
	work_release(&w);
}
