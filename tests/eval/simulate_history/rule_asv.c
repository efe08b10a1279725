/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * asv's regressions: asv/step_detect.py and asv/plugins/regressions.py, commit 7032df7;
 * docs/source/step_detection.rst. A piecewise constant line is fitted by weighted absolute
 * deviations and a price of each step (Friedrich, Kempe, Liebscher, Winkler 2008, "Complexity
 * Penalized M-Estimation", doi 10.1198/106186008X285591). The price is the one with the least
 * information criterion. Regressions are steps up, by the threshold or more, that were not
 * taken back. asv tells no improvements.
 */
#define LONGEST  20 /* nights of a piece in the first fit; then pieces are joined */
#define SHORTEST 2  /* nights of a level below, before a regression */

/* Of one line. cost: of the piece from..to, both included; middle: its weighted median. */
static struct {
	double times[NIGHTS], weights[NIGHTS];
	double cost[NIGHTS][NIGHTS], middle[NIGHTS][NIGHTS];
	int n;
} line_of;

struct pieces {
	int end[NIGHTS + 1]; /* end[k]: the first night after piece k */
	int count;
};

static int start_of(const struct pieces *p, int k)
{
	return k ? p->end[k - 1] : 0;
}

static double cost(int from, int end)
{
	return line_of.cost[from][end - 1];
}

struct weighted {
	double value, weight;
};

/* Of sorted values; two that share the middle are averaged. */
static double weighted_median(const struct weighted *sorted, int n, double total)
{
	double below = 0;

	for (int i = 0; i < n; i++) {
		below += sorted[i].weight;
		if (below > total / 2)
			return sorted[i].value;
		if (below == total / 2 && i + 1 < n)
			return (sorted[i].value + sorted[i + 1].value) / 2;
	}
	return sorted[n - 1].value;
}

/* Pieces that end with night t. */
static void add_night(int t)
{
	struct weighted sorted[NIGHTS];
	double total = 0;

	for (int from = t, n = 0; from >= 0; from--) {
		struct weighted one = { line_of.times[from], line_of.weights[from] };
		double middle, sum = 0;
		int k = n++;

		for (; k > 0 && sorted[k - 1].value > one.value; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = one;
		total += one.weight;
		middle = weighted_median(sorted, n, total);
		for (k = 0; k < n; k++)
			sum += sorted[k].weight * fabs(sorted[k].value - middle);
		line_of.middle[from][t] = middle;
		line_of.cost[from][t] = sum;
	}
	line_of.n = t + 1;
}

/* By dynamic programming, with pieces of up to LONGEST nights. */
static void fit(struct pieces *pieces, double price)
{
	double best[NIGHTS + 1] = { -price };
	int start[NIGHTS + 1] = { 0 }, k = 0;

	for (int end = 1; end <= line_of.n; end++) {
		best[end] = INFINITY;
		for (int from = end > LONGEST ? end - LONGEST : 0; from < end; from++) {
			double all = best[from] + price + cost(from, end);

			if (all <= best[end]) {
				best[end] = all;
				start[end] = from;
			}
		}
	}
	for (int end = line_of.n; end > 0; end = start[end])
		k++;
	pieces->count = k;
	for (int end = line_of.n; end > 0; end = start[end])
		pieces->end[--k] = end;
}

/* What joining piece k with the next one costs. */
static double joined(const struct pieces *p, int k, double price)
{
	int from = start_of(p, k);

	return cost(from, p->end[k + 1]) -
	       (cost(from, p->end[k]) + cost(p->end[k], p->end[k + 1]) + price);
}

/* As asv, it takes the first pair that is cheaper than its neighbours, not the cheapest. */
static int pair_to_join(const struct pieces *p, double price)
{
	double least = 0;
	int best = p->count;

	for (int k = 0; k + 1 < p->count && best >= k - 1; k++) {
		double change = joined(p, k, price);

		if (change <= least) {
			least = change;
			best = k;
		}
	}
	return best;
}

static void join(struct pieces *p, double price)
{
	int k;

	while ((k = pair_to_join(p, price)) < p->count) {
		memmove(p->end + k, p->end + k + 1,
			(size_t)(p->count - k - 1) * sizeof(*p->end));
		p->count--;
	}
}

/* Each step may stand up to LONGEST nights elsewhere. */
static void move_steps(struct pieces *p)
{
	for (int k = 0; k + 1 < p->count; k++) {
		int from = start_of(p, k), end = p->end[k + 1], best = p->end[k];
		double least = cost(from, best) + cost(best, end);

		for (int at = p->end[k] - LONGEST; at <= p->end[k] + LONGEST; at++)
			if (at > from && at < end && cost(from, at) + cost(at, end) < least) {
				least = cost(from, at) + cost(at, end);
				best = at;
			}
		p->end[k] = best;
	}
}

/* Golden section; a and b are the first two places that are tried. */
static double minimise(double (*f)(double x, void *context), void *context, double a, double b,
	double width, double flat)
{
	const double g = (sqrt(5) - 1) / 2;
	double low = (g * a - (1 - g) * b) / (2 * g - 1);
	double high = (g * b - (1 - g) * a) / (2 * g - 1);
	double fa = f(a, context), fb = f(b, context), scale = fmax(fabs(fa), fabs(fb));

	while (high - low >= width && fabs(fa - fb) >= flat * scale) {
		if (fb < fa) {
			low = a;
			a = b;
			fa = fb;
			b = g * a + (1 - g) * high;
			fb = f(b, context);
		} else {
			high = b;
			b = a;
			fb = fa;
			a = g * b + (1 - g) * low;
			fa = f(a, context);
		}
	}
	return fb < fa ? b : a;
}

/* Absolute residuals, after a correlation of successive ones is taken out. */
static double deviation(double correlation, void *context)
{
	const struct pieces *p = context;
	double before = 0, sum = 0;

	for (int k = 0; k < p->count; k++) {
		int from = start_of(p, k);
		double middle = line_of.middle[from][p->end[k] - 1];

		for (int i = from; i < p->end[k]; i++) {
			double residual = line_of.times[i] - middle;

			sum += fabs(residual - correlation * before) * line_of.weights[i];
			before = residual;
		}
	}
	return sum;
}

static double level(const struct pieces *p, int k)
{
	return line_of.middle[start_of(p, k)][p->end[k] - 1];
}

/* So that a perfect fit is no better than a tenth of the smallest step. */
static double least_deviation(const struct pieces *p)
{
	double least = INFINITY;

	for (int k = 0; k < p->count; k++)
		if (p->count <= 2)
			least = fmin(least, 0.001 * fabs(level(p, k)));
		else if (k)
			least = fmin(least, 0.1 * fabs(level(p, k) - level(p, k - 1)));
	return fmax(least, 1e-300);
}

struct search {
	struct pieces pieces, best;
	double least;
};

/* 4 ln(n) / n a piece, and the logarithm of the deviation. */
static double criterion(double ln_price, void *context)
{
	struct search *s = context;
	double n = line_of.n, value, correlation;
	double price = line_of.cost[0][line_of.n - 1] * exp(ln_price);

	fit(&s->pieces, price);
	join(&s->pieces, price);
	move_steps(&s->pieces);
	correlation = minimise(deviation, &s->pieces, -1, 1, 0.05, 1e-8);
	value = 4 * log(n) / n * s->pieces.count +
		log(least_deviation(&s->pieces) + deviation(correlation, &s->pieces));
	if (value < s->least) {
		s->least = value;
		s->best = s->pieces;
	}
	return value;
}

static double error(const struct pieces *p, int k)
{
	int from = start_of(p, k);

	return cost(from, p->end[k]) / (p->end[k] - from);
}

/* From the latest piece backwards: a lower level before is a regression. A low one of a single
 * night is none if the level before it was as high as after. */
static int regressions(const struct pieces *p, double threshold, int *places)
{
	int last = p->count - 1, count = 0;
	double low = level(p, last), low_error = error(p, last), after = 0, after_error = 0;
	bool is_short = false;

	for (int k = last; k >= 0; k--) {
		double now = level(p, k);
		double gap = fmax(fmax(error(p, k), low_error), threshold * now);

		if (low > now + gap) {
			if (p->end[k] - start_of(p, k) < SHORTEST) {
				is_short = true;
				after = low;
				after_error = low_error;
			}
			places[count++] = p->end[k];
			low = now;
			low_error = error(p, k);
		} else if (is_short) {
			if (after <= now + gap) {
				count--;
				low = after;
				low_error = after_error;
			}
			is_short = false;
		}
	}
	return count;
}

/* Relative to the median of the nights before the first verdict; 1 where there is none. */
static void begin_line(const struct nights *nights, size_t line)
{
	double errors[QUIET];

	memcpy(errors, nights->errors[line], sizeof(errors));
	qsort(errors, QUIET, sizeof(*errors), compare_doubles);
	for (int i = 0; i < nights->count; i++) {
		double weight = errors[QUIET / 2] / nights->errors[line][i];

		line_of.times[i] = exp(nights->levels[line][i]);
		line_of.weights[i] = isfinite(weight) && weight > 0 ? weight : 1;
	}
	for (int t = 0; t < QUIET; t++)
		add_night(t);
}

static void judge_track(struct tally *tally, size_t line, double threshold, int t)
{
	static struct search search;
	int places[NIGHTS], count;

	if (t == QUIET)
		begin_line(tally->nights, line);
	add_night(t);
	search.least = INFINITY;
	minimise(criterion, &search, log(0.1 / line_of.n), 0, 0.1 * log(10 * line_of.n), 0);
	count = regressions(&search.best, threshold, places);
	for (int k = 0; k < count; k++)
		tally_tell(tally, line, places[k], places[k], t);
}

const struct rule rule_asv = { .name = "asv", .judge_track = judge_track };
