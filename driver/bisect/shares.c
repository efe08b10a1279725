/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/shares.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/trimmed.h"

/* Of an effect, for all benchmarks together. */
#define CLEAR_P 0.01
/* A share of a round beyond the levels by more SD than this counts as this. */
#define BEYOND 3
/* One of so many values at each end is no part of a mean: others disturb single rounds. */
#define TRIM 5

double *rounds_add(struct rounds *rounds)
{
	size_t n = rounds->benchmarks;
	double *row;

	rounds->d = memory_grow(
		rounds->d, &rounds->capacity, (rounds->count + 1) * n, sizeof(*rounds->d));
	row = rounds->d + rounds->count++ * n;
	for (size_t i = 0; i < n; i++)
		row[i] = NAN;
	return row;
}

void rounds_release(struct rounds *rounds)
{
	free(rounds->d);
	*rounds = (struct rounds){ .benchmarks = rounds->benchmarks };
}

struct estimate_of estimate_mean(const double *values, size_t n)
{
	struct trimmed t = trimmed_of(values, n, n / TRIM);
	double sd = n > 1 ? sqrt(t.s2) : NAN;
	double half = n > 1 ? student_quantile(0.975, t.df) * sd / sqrt((double)n) : NAN;

	return (struct estimate_of){ t.mean, t.mean - half, t.mean + half, sd, t.df, n };
}

/* The values of one benchmark. */
static size_t column(const struct rounds *rounds, size_t benchmark, double *out)
{
	size_t n = 0;

	for (size_t i = 0; i < rounds->count; i++)
		if (isfinite(rounds->d[i * rounds->benchmarks + benchmark]))
			out[n++] = rounds->d[i * rounds->benchmarks + benchmark];
	return n;
}

/* Keeps the clearest effects: z = |effect| / SD of a round. */
static void keep_clearest(struct weights *weights, const double *z, size_t n)
{
	for (size_t taken = 0; taken < WEIGHTS_MAX; taken++) {
		size_t best = n;

		for (size_t i = 0; i < n; i++)
			if (z[i] > 0 && weights->weight[i] == 0 &&
				(best == n || z[i] > z[best]))
				best = i;
		if (best == n)
			return;
		weights->first = taken ? weights->first : best;
		weights->weight[best] = z[best] * z[best];
		weights->used++;
	}
}

/* So that the mean share of the rounds is 1. Returns the SD of a round. */
static double normalise(struct weights *weights, const struct rounds *rounds, double *shares)
{
	struct estimate_of of = estimate_mean(shares, weights_shares(weights, rounds, shares));

	for (size_t i = 0; i < rounds->benchmarks && of.mean > 0; i++)
		weights->weight[i] /= of.mean;
	return of.mean > 0 ? of.sd / of.mean : of.sd;
}

static void scale(struct weights *weights, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += weights->weight[i];
	for (size_t i = 0; i < n && sum > 0; i++)
		if (weights->weight[i] > 0)
			weights->weight[i] /= sum * weights->effect[i];
}

void weights_make(struct weights *weights, const struct rounds *rounds)
{
	size_t n = rounds->benchmarks;
	double *values = memory_zeroed(rounds->count + 1, sizeof(*values));
	double *z = memory_zeroed(n + 1, sizeof(*z));

	*weights = (struct weights){ .effect = memory_zeroed(n + 1, sizeof(double)),
		.weight = memory_zeroed(n + 1, sizeof(double)),
		.smallest = INFINITY };
	for (size_t i = 0; i < n; i++) {
		struct estimate_of of = estimate_mean(values, column(rounds, i, values));
		double se = of.sd / sqrt((double)of.n);
		double most =
			of.n > 1 ? -student_quantile(CLEAR_P / 2 / (double)n, of.df) : INFINITY;

		weights->effect[i] = of.mean;
		if (of.n > 1)
			weights->smallest = fmin(weights->smallest, most * se);
		if (of.n > 1 && fabs(of.mean) > most * se)
			z[i] = fmin(fabs(of.mean) / of.sd, 1e6);
	}
	keep_clearest(weights, z, n);
	scale(weights, n);
	weights->sd = normalise(weights, rounds, values);
	free(z);
	free(values);
}

void weights_release(struct weights *weights)
{
	free(weights->effect);
	free(weights->weight);
	*weights = (struct weights){ 0 };
}

bool weights_are_clear(const struct weights *weights, const struct rounds *rounds)
{
	double *values = memory_zeroed(rounds->count + 1, sizeof(*values));
	struct estimate_of of = estimate_mean(values, column(rounds, weights->first, values));

	free(values);
	return weights->used && of.high - of.low < fabs(of.mean) / 2;
}

size_t weights_shares(const struct weights *weights, const struct rounds *rounds, double *out)
{
	size_t n = 0;

	for (size_t i = 0; i < rounds->count; i++) {
		const double *row = rounds->d + i * rounds->benchmarks;
		double share = 0;

		for (size_t k = 0; k < rounds->benchmarks; k++)
			share += weights->weight[k] != 0 ? weights->weight[k] * row[k] : 0;
		if (isfinite(share))
			out[n++] = share;
	}
	return n;
}

enum side side_of(
	const double *shares, size_t n, double low, double high, double sd, double error)
{
	double limit = log((1 - error) / error), sum = 0;
	double least = fmin(low, high) - BEYOND * sd, most = fmax(low, high) + BEYOND * sd;

	for (size_t i = 0; i < n; i++) {
		double x = fmin(fmax(shares[i], least), most);

		sum += (high - low) / (sd * sd) * (x - (low + high) / 2);
	}
	return sum > limit ? SIDE_HIGH : sum < -limit ? SIDE_LOW : SIDE_OPEN;
}

size_t place_between(
	size_t low, size_t high, bool (*may)(const void *ctx, size_t place), const void *ctx)
{
	size_t middle = low + (high - low) / 2;

	for (size_t far = 0; far < high - low; far++) {
		if (middle + far < high && middle + far > low && may(ctx, middle + far))
			return middle + far;
		if (middle > low + far && may(ctx, middle - far))
			return middle - far;
	}
	return high;
}
