/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/unpaired.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/moderated.h"
#include "compare/stats/multiple.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdlib.h>

/*
 * Method: two-sample t of ln of the launch minima, with the variance of the suite. First the
 * shift, the median change of the controls or else of all; then tau2, the variance between the
 * runs, such that the median of change^2 / (variance + tau2) is that of chi^2 with one degree
 * of freedom. Both are in each standard error. Without controls a benchmark is judged with the
 * shift and without it. From 30 controls on, calls that they contradict are taken back.
 * Constants: unpaired.h; docs/decisions/0017-shift-between-runs.md and
 * tests/eval/pages/shift_plain.md say why.
 */

/* One side of one benchmark: ln of its usable minima. */
struct side {
	struct moments ln;
	double resolution; /* variance of ln that the clock's step makes */
};

struct two_sides {
	struct side old_side, new_side;
	double change; /* ln(new / old), without the shift */
	double per_s;  /* sqrt(1 / n + 1 / m) */
	double floor;  /* ln: smaller changes do not matter */
	double size;   /* of the change, in lengths of its interval; NAN: not tested */
	bool control, same_code;
};

struct unpaired_work {
	const struct compare_options *options;
	size_t n;
	struct two_sides *pairs;
	double *s2, *df; /* pooled, with the resolution; df 0: cannot be tested */
	double *family;
	struct student_memo *memo;
	struct variance_prior prior;
	double shift, tau2; /* ln; of the runs */
	bool doubtful;      /* the shift may be the program's: it is no less true without */
};

static struct side side_of(const double *values, size_t count, double step_ns)
{
	AUTO_FREE double *ln = memory_array(count, sizeof(*ln));
	struct side side = { .resolution = 0 };
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		double value = step_ns > 0 ? fmax(values[i], step_ns / 2) : values[i];

		if (!isnan(values[i]) && value > 0 && isfinite(value))
			ln[n++] = log(value);
	}
	side.ln = moments_of(ln, n);
	if (step_ns > 0 && n > 0) {
		double share = step_ns / exp(side.ln.mean);

		side.resolution = share * share / 12;
	}
	return side;
}

static double threshold_of(
	const struct unpaired_input *in, const struct compare_options *options)
{
	return isnan(in->threshold) ? options->threshold : in->threshold;
}

static struct two_sides pair_of(const struct unpaired_input *in,
	const struct compare_options *options, double *s2, double *df)
{
	struct two_sides p = { .old_side = side_of(in->old_min, in->old_count, in->old_step_ns),
		.new_side = side_of(in->new_min, in->new_count, in->new_step_ns) };
	double n = (double)p.old_side.ln.n, m = (double)p.new_side.ln.n, sum;

	p.change = p.new_side.ln.mean - p.old_side.ln.mean;
	p.floor = log1p(threshold_of(in, options));
	p.control = in->control;
	p.same_code = in->same_code;
	if (n < 2 || m < 2)
		return p; /* the noise of the other side is not that of this launch */
	*df = n + m - 2;
	sum = (n - 1) * p.old_side.ln.sd * p.old_side.ln.sd +
	      (m - 1) * p.new_side.ln.sd * p.new_side.ln.sd;
	*s2 = sum / *df + fmax(p.old_side.resolution, p.new_side.resolution);
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
		w->pairs[i] = pair_of(&inputs[i], w->options, &w->s2[i], &w->df[i]);
		suite->compared += w->df[i] > 0;
	}
}

static void unpaired_moderate(struct unpaired_work *w, struct unpaired_suite *suite)
{
	double median = variance_floor(w->s2, w->df, w->n);

	suite->moderated = !w->options->no_moderation && median > 0 &&
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

static bool is_control(const struct unpaired_work *w, size_t i)
{
	return w->df[i] > 0 && w->pairs[i].same_code;
}

static struct suite_shift find_shift(
	const struct unpaired_work *w, const struct unpaired_input *inputs, size_t compared)
{
	AUTO_FREE double *changes = memory_zeroed(w->n, sizeof(*changes));
	AUTO_FREE double *variances = memory_zeroed(w->n, sizeof(*variances));
	struct suite_shift shift = suite_shift_none();
	size_t controls = 0, anchors = 0;

	for (size_t i = 0; i < w->n; i++) {
		controls += is_control(w, i);
		anchors += is_control(w, i) && inputs[i].anchor;
	}
	for (size_t i = 0; i < w->n; i++) {
		bool votes = controls < UNPAIRED_CENTRE_FROM ? w->df[i] > 0 : is_control(w, i);

		changes[i] = votes ? w->pairs[i].change : NAN;
		variances[i] = launch_variance(w, i);
	}
	if (compared >= UNPAIRED_CENTRE_FROM)
		shift = suite_shift_of(changes, variances, w->n);
	if (controls >= UNPAIRED_CENTRE_FROM)
		shift.cause = controls - anchors >= UNPAIRED_CENTRE_FROM ? SHIFT_CONTROLS
									 : SHIFT_MACHINE;
	return shift;
}

static void centre(struct unpaired_work *w, const struct unpaired_input *inputs,
	struct unpaired_suite *suite)
{
	bool few;

	suite->shift = find_shift(w, inputs, suite->compared);
	if (!suite->shift.shown_by)
		return;
	w->doubtful = suite->shift.cause == SHIFT_UNKNOWN;
	w->shift = log(suite->shift.ratio);
	/* More controls are a sample of the null, which guards better than a wide error. */
	few = !w->doubtful && suite->shift.shown_by < UNPAIRED_NULL_FROM;
	w->tau2 = pow(few ? suite->shift.error : suite->shift.spread, 2);
	for (size_t i = 0; i < w->n; i++)
		w->pairs[i].change -= w->shift;
}

/* Both readings of a change are `change` and this; where the shift is the machine's, one. */
static double other_reading(const struct unpaired_work *w, size_t i)
{
	return w->pairs[i].change + (w->doubtful ? w->shift : 0);
}

/* NaN: too few launches for a test. */
static double p_of(const struct unpaired_work *w, size_t i, double change)
{
	double error = sqrt(launch_variance(w, i) + w->tau2);

	if (!(w->df[i] > 0))
		return NAN;
	if (change == 0)
		return 1;
	if (error == 0)
		return w->df[i] >= 2 ? 0 : 1;
	return student_two_sided(change / error, variance_df_test(&w->prior, w->df[i]));
}

/* The larger p of both readings: that there is a change in each (intersection-union test). */
static void test_suite(struct unpaired_work *w, struct unpaired_result *results)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct two_sides *side = &w->pairs[i];
		double other = other_reading(w, i);
		double p = fmax(p_of(w, i, side->change), p_of(w, i, other));
		bool matters = fabs(side->change) >= side->floor &&
			       fabs(other) >= side->floor && side->change * other > 0;

		results[i].time.p = p;
		w->family[i] = !matters && !isnan(p) ? 1 : p;
	}
}

/* What one reading would say of a benchmark: half widths of its intervals. */
static enum verdict reading_of(double change, double half95, double half90,
	const struct two_sides *p, const struct compare_options *options)
{
	if (fabs(change) >= p->floor && fabs(change) > half95)
		return change > 0 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	return fabs(change) + half90 < log1p(options->equivalence) ? VERDICT_UNCHANGED
								   : VERDICT_INCONCLUSIVE;
}

/* Notes where the readings differ; `half95`, `half90`: of the interval. */
static void judge_readings(const struct unpaired_work *w, size_t i, double half95,
	double half90, struct unpaired_result *r)
{
	const struct two_sides *p = &w->pairs[i];
	enum verdict here = reading_of(p->change, half95, half90, p, w->options);
	enum verdict there = reading_of(other_reading(w, i), half95, half90, p, w->options);

	if (r->time.q <= w->options->fdr) {
		r->time.verdict = p->change > 0 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	} else if (here == VERDICT_UNCHANGED && there == VERDICT_UNCHANGED) {
		r->time.verdict = VERDICT_UNCHANGED;
	} else if (here != there && !p->control) {
		r->shifted = true;
		r->note = "shifted with the suite";
	}
}

static void judge_benchmark(const struct unpaired_work *w, size_t i,
	const struct unpaired_suite *suite, struct unpaired_result *r)
{
	struct two_sides *p = &w->pairs[i];
	double widest, df = variance_df(&w->prior, w->df[i]), error, half, half90, level, power;
	double t_95 = student_quantile_memo(w->memo, 0.975, df);
	double a = w->options->fdr * (double)(suite->rejected + 1) /
		   fmax(1, (double)suite->tested);

	r->sd = sd_moderated(w, i);
	widest = fmax(r->sd, sqrt(w->s2[i])) * p->per_s;
	error = sqrt(widest * widest + w->tau2);
	half = t_95 * error;
	p->size = p->change == 0 ? 0 : fabs(p->change) / (2 * half);
	half90 = student_quantile_memo(w->memo, 0.95, df) * error;
	r->most = exp(fmax(p->change, other_reading(w, i)) + half90);
	judge_readings(w, i, half, half90, r);
	/* What the tests of the suite do not reject has the interval of its q. */
	if (r->time.verdict == VERDICT_INCONCLUSIVE && w->family[i] < 1) {
		double errors = student_quantile_memo(w->memo, 1 - r->time.q / 2, df);

		half = fmax(half, fabs(p->change) * fmin(2, t_95 / fmax(errors, 1e-9)));
	}
	r->time.low = exp(p->change - half);
	r->time.high = exp(p->change + half);
	error = sqrt(launch_variance(w, i) + w->tau2);
	power = student_quantile_memo(w->memo, 0.8, df) * error;
	level = student_quantile_memo(w->memo, 1 - fmin(1, a) / 2, df) * error;
	r->time.smallest =
		expm1(fmax(level, p->floor) + power + fabs(other_reading(w, i) - p->change));
}

/* Fisher's exact test: did more of the others than of the controls move? */
static bool stand_out(size_t called, size_t tests, size_t moved, size_t controls)
{
	return hypergeometric_cdf(moved, moved + called, tests + controls - moved - called,
		       controls) <= 0.05;
}

/*
 * Takes back the calls that the controls contradict: as many of them moved as far. Few controls
 * are no sample of sizes: if some moved, all calls stand or none.
 */
static void heed_controls(const struct unpaired_work *w, struct unpaired_result *results,
	struct unpaired_suite *suite)
{
	AUTO_FREE double *null = memory_zeroed(w->n, sizeof(*null));
	AUTO_FREE double *found = memory_zeroed(w->n, sizeof(*found));
	double limit = 0;
	size_t controls = 0, called = 0, tests = 0, moved = 0;

	for (size_t i = 0; i < w->n; i++) {
		bool call = results[i].time.verdict <= VERDICT_IMPROVED;

		if (is_control(w, i)) {
			null[controls++] = w->pairs[i].size;
			moved += call;
		} else if (w->df[i] > 0) {
			tests++;
			if (call)
				found[called++] = w->pairs[i].size;
		}
	}
	if (controls >= UNPAIRED_NULL_FROM)
		limit = null_sample_limit((struct null_sizes){ null, controls },
			(struct null_sizes){ found, called }, tests, moved > 0,
			w->options->fdr);
	else if (moved && !stand_out(called, tests, moved, controls))
		limit = INFINITY;
	for (size_t i = 0; !w->doubtful && i < w->n; i++) {
		struct unpaired_result *r = &results[i];

		if (is_control(w, i) || !(w->df[i] > 0) || r->time.verdict > VERDICT_IMPROVED ||
			w->pairs[i].size >= limit)
			continue;
		r->time.verdict = VERDICT_INCONCLUSIVE;
		r->note = "as many controls moved as far";
		suite->rejected--;
		suite->shift.undecided |= controls < UNPAIRED_NULL_FROM;
	}
}

/* From this share of the benchmarks on, changes that are not called are the suite's. */
#define UNTOLD_SHARE 0.125
#define UPPER_80     0.84 /* of the normal */

/* Slower (`sign` 1) or faster (-1) by its threshold, and by more than the launches show; not
 * than the spread between the runs. */
static bool differs(const struct unpaired_work *w, size_t i, int sign)
{
	double df = variance_df(&w->prior, w->df[i]), change = sign * other_reading(w, i);

	return w->df[i] > 0 && change >= w->pairs[i].floor &&
	       change > student_quantile_memo(w->memo, 0.975, df) * sqrt(launch_variance(w, i));
}

/* May an eighth of the benchmarks have changed unseen? Upper end (80 %) of their share that
 * differs, without the share of the controls. */
static bool may_hide(size_t untold, size_t tests, size_t moved, size_t controls)
{
	double p = (double)untold / (double)tests;
	double c = controls ? (double)moved / (double)controls : 0;
	double variance =
		p * (1 - p) / (double)tests + (controls ? c * (1 - c) / (double)controls : 0);

	return p >= UNTOLD_SHARE && p - c + UPPER_80 * sqrt(variance) >= UNTOLD_SHARE;
}

/* Can nothing tell the machine from the program? As many controls may differ. */
static void find_doubt(const struct unpaired_work *w, const struct unpaired_result *results,
	struct unpaired_suite *suite)
{
	struct suite_shift *shift = &suite->shift;

	shift->undecided |= w->doubtful && shift->beyond;
	for (int sign = -1; sign <= 1; sign += 2) {
		size_t controls = 0, moved = 0, untold = 0;

		for (size_t i = 0; shift->shown_by && i < w->n; i++) {
			controls += is_control(w, i);
			if (is_control(w, i))
				moved += differs(w, i, sign);
			else if (results[i].time.verdict > VERDICT_IMPROVED)
				untold += differs(w, i, sign);
		}
		shift->undecided |= untold && may_hide(untold, suite->tested, moved, controls);
		shift->untold += untold;
	}
}

static void unpaired_judge(const struct unpaired_work *w, struct unpaired_result *results,
	struct unpaired_suite *suite)
{
	AUTO_FREE double *q = memory_zeroed(w->n, sizeof(*q));
	AUTO_FREE bool *apart = memory_zeroed(w->n, sizeof(*apart));

	for (size_t i = 0; i < w->n; i++)
		apart[i] = w->pairs[i].control;
	adjust_bh_apart(w->family, apart, q, w->n);
	for (size_t i = 0; i < w->n; i++) {
		suite->tested += !apart[i] && !isnan(q[i]);
		suite->rejected += !apart[i] && q[i] <= w->options->fdr;
	}
	for (size_t i = 0; i < w->n; i++) {
		struct unpaired_result *r = &results[i];

		r->time.q = q[i];
		if (isnan(q[i]))
			r->note = "too few launches";
		else
			judge_benchmark(w, i, suite, r);
	}
	heed_controls(w, results, suite);
	find_doubt(w, results, suite);
}

void unpaired_compare(const struct unpaired_input *inputs, size_t n,
	const struct compare_options *options, struct unpaired_result *results,
	struct unpaired_suite *suite)
{
	struct unpaired_suite unseen;
	struct unpaired_work w = { .options = options, .n = n };

	w.memo = memory_zeroed(1, sizeof(*w.memo));
	suite = suite ? suite : &unseen;
	*suite = (struct unpaired_suite){ .shift = suite_shift_none() };
	unpaired_collect(&w, inputs, suite);
	unpaired_moderate(&w, suite);
	centre(&w, inputs, suite);
	for (size_t i = 0; i < n; i++) {
		struct two_sides *p = &w.pairs[i];

		results[i] = (struct unpaired_result){
			.time = CHANGE_UNKNOWN, .note = "", .most = NAN, .sd = NAN
		};
		results[i].time.old = exp(p->old_side.ln.mean);
		results[i].time.new = exp(p->new_side.ln.mean - w.shift);
		results[i].time.ratio = exp(p->change);
		results[i].time.threshold = threshold_of(&inputs[i], options);
	}
	test_suite(&w, results);
	unpaired_judge(&w, results, suite);
	free(w.pairs);
	free(w.s2);
	free(w.df);
	free(w.family);
	free(w.memo);
}
