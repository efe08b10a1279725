/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate_history/rules.h"

#include <math.h>
#include <string.h>

#include "compare/stats/distribution.h"

/*
 * E-divisive as Apache Otava does it: Fleming, Kołaczkowski et al. 2023, "Hunter: Using Change
 * Point Detection to Hunt for Performance Regressions", doi 10.1145/3578244.3583719;
 * otava/analysis.py, commit 1ceb153. Windows of 50 nights, each half a window later, are
 * divided where the energy distance is the largest (Matteson, James 2014, doi
 * 10.1080/01621459.2013.849605), as long as Student's t has p <= ten times the threshold. Of
 * all places that were found, the weakest is given up until all have p below the threshold.
 */
#define WINDOW     50
#define FIRST_PASS 10

/* Of one line: times, and the sums of the distances of all pairs of the values from..to-1. */
static double values[NIGHTS], pairs[NIGHTS][NIGHTS + 1];

struct places {
	int at[NIGHTS], count; /* sorted */
	double p[NIGHTS];
};

static void add_value(int t, double value)
{
	double column = 0;

	values[t] = value;
	for (int i = t; i >= 0; i--) {
		column += fabs(values[i] - value);
		pairs[i][t + 1] = pairs[i][t] + column;
	}
}

/* Energy distance of the values from..at-1 and at..to-1, times their number. */
static double distance(int from, int at, int to)
{
	double n = at - from, m = to - at, left = pairs[from][at], right = pairs[at][to];
	double q = 2 / (n + m) * (pairs[from][to] - left - right);

	q -= n > 1 ? 2 * m / (n + m) / (n - 1) * left : 0;
	return q - (m > 1 ? 2 * n / (n + m) / (m - 1) * right : 0);
}

/* The place of the largest distance; the values after it may end anywhere. */
static int candidate(int from, int to, double *most)
{
	int best = from + 1;

	*most = -INFINITY;
	for (int at = from + 1; at < to; at++)
		for (int end = at + 1; end <= to; end++) {
			double q = distance(from, at, end);

			if (q > *most) {
				*most = q;
				best = at;
			}
		}
	return best;
}

static double mean(int from, int to)
{
	double sum = 0;

	for (int i = from; i < to; i++)
		sum += values[i];
	return sum / (to - from);
}

/* Otava divides by the number of values, not by one less, and takes that for the variance. */
static double variance(int from, int to)
{
	double sum = 0, middle = mean(from, to);

	for (int i = from; i < to; i++)
		sum += (values[i] - middle) * (values[i] - middle);
	return sum / (to - from);
}

static double t_test(int from, int at, int to)
{
	double n = at - from, m = to - at, s2;

	if (n + m <= 2)
		return 1;
	s2 = ((n - 1) * variance(from, at) + (m - 1) * variance(at, to)) / (n + m - 2);
	return student_two_sided(
		(mean(at, to) - mean(from, at)) / sqrt(s2 * (1 / n + 1 / m)), n + m - 2);
}

static int place_before(const struct places *places, int k, int start)
{
	return k > 0 ? places->at[k - 1] : start;
}

static int place_after(const struct places *places, int k, int end)
{
	return k + 1 < places->count ? places->at[k + 1] : end;
}

static void insert(struct places *places, int at)
{
	int k = places->count;

	for (int i = 0; i < places->count; i++)
		if (places->at[i] == at)
			return;
	for (; k > 0 && places->at[k - 1] > at; k--)
		places->at[k] = places->at[k - 1];
	places->at[k] = at;
	places->count++;
}

/* The best candidate of all parts of a window; 0: there is none. Sets its p. */
static int best_of_parts(const struct places *places, int start, int end, double *p)
{
	double most = -INFINITY, q;
	int best = 0;

	for (int k = 0; k <= places->count; k++) {
		int from = place_before(places, k, start);
		int to = k < places->count ? places->at[k] : end;
		int at = to - from > 1 ? candidate(from, to, &q) : 0;

		if (at && q > most) {
			most = q;
			best = at;
			*p = t_test(from, at, to);
		}
	}
	return best;
}

static void divide(struct places *places, int start, int end, double p_most)
{
	double p = 1;
	int at;

	while ((at = best_of_parts(places, start, end, &p)) && p <= p_most)
		insert(places, at);
}

static void find_weak(struct places *weak, int n, double p_most)
{
	for (int start = 0; start < n;) {
		struct places found = { .count = 0 };
		int last;

		divide(&found, start, start + WINDOW < n ? start + WINDOW : n, p_most);
		for (int k = 0; k < found.count; k++)
			insert(weak, found.at[k]);
		last = found.count ? found.at[found.count - 1] : 0;
		start = last > start + WINDOW / 2 ? last : start + WINDOW / 2;
	}
}

static void test(struct places *places, int k, int n)
{
	if (k < places->count)
		places->p[k] = t_test(
			place_before(places, k, 0), places->at[k], place_after(places, k, n));
}

/* Those at the place given up and behind it are tested again, not the one before: as Otava. */
static void give_up_weakest(struct places *places, int n, double p_most)
{
	for (int k = 0; k < places->count; k++)
		test(places, k, n);
	while (places->count) {
		int weakest = 0;

		for (int k = 1; k < places->count; k++)
			weakest = places->p[k] > places->p[weakest] ? k : weakest;
		if (places->p[weakest] < p_most)
			return;
		places->count--;
		for (int k = weakest; k < places->count; k++) {
			places->at[k] = places->at[k + 1];
			places->p[k] = places->p[k + 1];
		}
		test(places, weakest, n);
		test(places, weakest + 1, n);
	}
}

static void judge_track(struct tally *tally, size_t line, double threshold, int t)
{
	struct places places = { .count = 0 };

	for (int i = t == QUIET ? 0 : t; i <= t; i++)
		add_value(i, exp(tally->nights->levels[line][i]));
	find_weak(&places, t + 1, FIRST_PASS * threshold);
	give_up_weakest(&places, t + 1, threshold);
	for (int k = 0; k < places.count; k++)
		tally_tell(tally, line, places.at[k], places.at[k], t);
}

const struct rule rule_otava = { .name = "otava", .judge_track = judge_track };
