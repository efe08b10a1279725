/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/unpaired.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/moderated.h"
#include "compare/stats/multiple.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdlib.h>

/* One side of one benchmark: ln of its usable minima. */
struct side {
	struct moments ln;
	double resolution; /* variance of ln that the clock's step makes */
};

struct two_sides {
	struct side old_side, new_side;
	double change; /* ln(new / old), without the shift */
	double s2, df; /* pooled, with the resolution; df 0: cannot be tested */
	double per_s;  /* sqrt(1 / n + 1 / m) */
	double threshold;
	double floor; /* ln: smaller changes do not matter */
	bool control, same_code;
};

struct unpaired_work {
	const struct unpaired_options *options;
	size_t n;
	struct two_sides *pairs;
	double *s2, *df, *family;
	struct student_memo *memo;
	struct variance_prior prior;
	double shift, tau2; /* ln; of the runs */
};

struct unpaired_options unpaired_options_default(void)
{
	return (struct unpaired_options){
		.threshold = 0.05, .equivalence = 0.02, .fdr = 0.05, .moderation = true
	};
}

static struct side side_of(const double *values, size_t count, double step_ns)
{
	double *ln = memory_zeroed(count, sizeof(*ln));
	struct side side = { .resolution = 0 };
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		double value = step_ns > 0 ? fmax(values[i], step_ns / 2) : values[i];

		if (!isnan(values[i]) && value > 0 && isfinite(value))
			ln[n++] = log(value);
	}
	side.ln = moments_of(ln, n);
	free(ln);
	if (step_ns > 0 && n > 0) {
		double share = step_ns / exp(side.ln.mean);

		side.resolution = share * share / 12;
	}
	return side;
}

static struct two_sides pair_of(
	const struct unpaired_input *in, const struct unpaired_options *options)
{
	struct two_sides p = { .old_side = side_of(in->old_min, in->old_count, in->old_step_ns),
		.new_side = side_of(in->new_min, in->new_count, in->new_step_ns) };
	double n = (double)p.old_side.ln.n, m = (double)p.new_side.ln.n, sum;

	p.change = p.new_side.ln.mean - p.old_side.ln.mean;
	p.threshold = isnan(in->threshold) ? options->threshold : in->threshold;
	p.floor = log1p(p.threshold);
	if (n == 0 || m == 0 || n + m < 3)
		return p;
	p.df = n + m - 2;
	sum = (n - 1) * p.old_side.ln.sd * p.old_side.ln.sd +
	      (m - 1) * p.new_side.ln.sd * p.new_side.ln.sd;
	p.s2 = sum / p.df + fmax(p.old_side.resolution, p.new_side.resolution);
	p.per_s = sqrt(1 / n + 1 / m);
	return p;
}

static void unpaired_collect(struct unpaired_work *w, const struct unpaired_input *inputs,
	struct unpaired_suite *suite)
{
	w->pairs = memory_zeroed(w->n, sizeof(*w->pairs));
	w->s2 = memory_zeroed(w->n, sizeof(*w->s2));
	w->df = memory_zeroed(w->n, sizeof(*w->df));
	w->family = memory_zeroed(w->n, sizeof(*w->family));
	for (size_t i = 0; i < w->n; i++) {
		w->pairs[i] = pair_of(&inputs[i], w->options);
		w->pairs[i].control = inputs[i].control;
		w->pairs[i].same_code = inputs[i].same_code;
		w->s2[i] = w->pairs[i].s2;
		w->df[i] = w->pairs[i].df;
		suite->compared += w->df[i] > 0;
	}
}

static void unpaired_moderate(struct unpaired_work *w, struct unpaired_suite *suite)
{
	double median = variance_floor(w->s2, w->df, w->n);

	suite->moderated = w->options->moderation && median > 0 &&
			   suite->compared >= UNPAIRED_MODERATE_FROM;
	w->prior = suite->moderated ? variance_prior_fit(w->s2, w->df, w->n)
				    : variance_prior_none(w->df, w->n);
	suite->df0 = w->prior.df0;
	suite->s0_squared = w->prior.s0_squared;
}

static double sd_moderated(const struct unpaired_work *w, size_t i)
{
	return sqrt(variance_posterior(&w->prior, w->s2[i], w->df[i]));
}

/* Squared standard error of the change, as far as the launches show it. */
static double launch_variance(const struct unpaired_work *w, size_t i)
{
	double error = sd_moderated(w, i) * w->pairs[i].per_s;

	return error * error;
}

static bool shows_shift(const struct unpaired_work *w, size_t i, bool by_controls)
{
	return w->df[i] > 0 && (!by_controls || w->pairs[i].same_code);
}

static size_t count_shown_by(const struct unpaired_work *w, bool by_controls)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++)
		n += shows_shift(w, i, by_controls);
	return n;
}

/* The median of chi squared with one degree of freedom. */
#define CHI2_MEDIAN 0.4549364231195728

/*
 * Takes the median change out, and finds tau2, the least that makes the median of
 * change^2 / (launch variance + tau2) that of chi squared. As each quotient falls in tau2, that
 * is the median of what each benchmark wants.
 */
static void centre(struct unpaired_work *w, struct unpaired_suite *suite)
{
	double *values = memory_zeroed(w->n, sizeof(*values));

	suite->by_controls = count_shown_by(w, true) >= UNPAIRED_CENTRE_FROM;
	suite->shown_by = count_shown_by(w, suite->by_controls);
	if (suite->shown_by < UNPAIRED_CENTRE_FROM)
		suite->shown_by = 0;
	for (size_t i = 0; i < w->n; i++)
		values[i] = shows_shift(w, i, suite->by_controls) ? w->pairs[i].change : NAN;
	if (suite->shown_by)
		w->shift = quantile_median_of(values, w->n);
	for (size_t i = 0; i < w->n; i++) {
		double *change = &w->pairs[i].change;

		*change -= w->shift;
		values[i] = shows_shift(w, i, suite->by_controls)
				    ? *change * *change / CHI2_MEDIAN - launch_variance(w, i)
				    : NAN;
	}
	if (suite->shown_by)
		w->tau2 = fmax(0, quantile_median_of(values, w->n));
	suite->shift = exp(w->shift);
	suite->tau = sqrt(w->tau2);
	free(values);
}

/* NaN: too few launches for a test. */
static double p_of(const struct unpaired_work *w, size_t i)
{
	const struct two_sides *p = &w->pairs[i];
	double error = sqrt(launch_variance(w, i) + w->tau2);

	if (!(p->df > 0))
		return NAN;
	if (p->change == 0)
		return 1;
	if (error == 0)
		return p->df >= 2 ? 0 : 1;
	return student_two_sided(p->change / error, variance_df_test(&w->prior, p->df));
}

static void test_suite(struct unpaired_work *w, struct unpaired_result *results)
{
	for (size_t i = 0; i < w->n; i++) {
		double p = p_of(w, i);

		results[i].p = p;
		w->family[i] =
			fabs(w->pairs[i].change) < w->pairs[i].floor && !isnan(p) ? 1 : p;
	}
}

static void judge_benchmark(const struct unpaired_work *w, size_t i,
	const struct unpaired_suite *suite, struct unpaired_result *r)
{
	const struct two_sides *p = &w->pairs[i];
	double widest, df = variance_df(&w->prior, p->df), error, half, level, power;
	double a = w->options->fdr * (double)(suite->rejected + 1) /
		   fmax(1, (double)suite->tested);

	r->sd = sqrt(w->s2[i]);
	r->sd_moderated = sd_moderated(w, i);
	widest = fmax(r->sd_moderated, r->sd) * p->per_s;
	error = sqrt(widest * widest + w->tau2);
	half = student_quantile_memo(w->memo, 0.975, df) * error;
	r->ratio_low = exp(p->change - half);
	r->ratio_high = exp(p->change + half);
	half = student_quantile_memo(w->memo, 0.95, df) * error;
	error = sqrt(launch_variance(w, i) + w->tau2);
	power = student_quantile_memo(w->memo, 0.8, df) * error;
	level = student_quantile_memo(w->memo, 1 - fmin(1, a) / 2, df) * error;
	r->smallest = expm1(fmax(level, p->floor) + power);
	if (r->q <= w->options->fdr)
		r->verdict = p->change > 0 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	else if (fabs(p->change) + half < log1p(w->options->equivalence))
		r->verdict = VERDICT_UNCHANGED;
}

static void unpaired_judge(const struct unpaired_work *w, struct unpaired_result *results,
	struct unpaired_suite *suite)
{
	double *q = memory_zeroed(w->n, sizeof(*q));
	bool *apart = memory_zeroed(w->n, sizeof(*apart));

	for (size_t i = 0; i < w->n; i++)
		apart[i] = w->pairs[i].control;
	adjust_bh_apart(w->family, apart, q, w->n);
	for (size_t i = 0; i < w->n; i++) {
		suite->tested += !apart[i] && !isnan(q[i]);
		suite->rejected += !apart[i] && q[i] <= w->options->fdr;
	}
	for (size_t i = 0; i < w->n; i++) {
		struct unpaired_result *r = &results[i];

		r->q = q[i];
		if (isnan(q[i]))
			r->note = "too few launches";
		else
			judge_benchmark(w, i, suite, r);
	}
	free(apart);
	free(q);
}

void unpaired_compare(const struct unpaired_input *inputs, size_t n,
	const struct unpaired_options *options, struct unpaired_result *results,
	struct unpaired_suite *suite)
{
	struct unpaired_suite unseen;
	struct unpaired_work w = { .options = options, .n = n };

	w.memo = memory_zeroed(1, sizeof(*w.memo));
	suite = suite ? suite : &unseen;
	*suite = (struct unpaired_suite){ 0 };
	unpaired_collect(&w, inputs, suite);
	unpaired_moderate(&w, suite);
	centre(&w, suite);
	for (size_t i = 0; i < n; i++)
		results[i] = (struct unpaired_result){ .verdict = VERDICT_INCONCLUSIVE,
			.note = "",
			.old_count = w.pairs[i].old_side.ln.n,
			.new_count = w.pairs[i].new_side.ln.n,
			.old_ns = exp(w.pairs[i].old_side.ln.mean),
			.new_ns = exp(w.pairs[i].new_side.ln.mean - w.shift),
			.ratio = exp(w.pairs[i].change),
			.ratio_low = NAN,
			.ratio_high = NAN,
			.smallest = NAN,
			.sd = NAN,
			.sd_moderated = NAN };
	test_suite(&w, results);
	unpaired_judge(&w, results, suite);
	free(w.pairs);
	free(w.s2);
	free(w.df);
	free(w.family);
	free(w.memo);
}
