/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_SHARES_H
#define DRIVER_BISECT_SHARES_H

#include <stdbool.h>
#include <stddef.h>

/* Paired rounds of two builds: ln(time of the second / time of the first). Owned. */
struct rounds {
	double *d; /* count x benchmarks, a round after the other; NAN: not measured */
	size_t count, capacity, benchmarks;
};

/* Appends a round of NANs. */
double *rounds_add(struct rounds *rounds);
void rounds_release(struct rounds *rounds);

/* The mean without a fifth of the values at each end, its 95 % interval (Yuen 1974, as in
 * compare/stats/trimmed.h) and the SD of a round, sd / sqrt(n) being its standard error; NAN
 * where n < 2. */
struct estimate_of {
	double mean, low, high, sd, df;
	size_t n;
};

struct estimate_of estimate_mean(const double *values, size_t n);

/*
 * Joins several benchmarks to one number a round, the share of the whole change between GOOD
 * (0) and BAD (1): the mean of d / effect, weighted by effect^2 / variance, as if the
 * benchmarks were independent. Benchmarks without a clear effect have the weight 0.
 */
#define WEIGHTS_MAX 5
struct weights {
	double *effect, *weight; /* of each benchmark; share = sum of weight d; owned */
	size_t used, first;      /* benchmarks; the clearest one */
	double sd;               /* of the share of a round between GOOD and BAD */
	double smallest;         /* the effect that could have been seen, in ln, if used is 0 */
};

/*
 * From the rounds of GOOD and BAD. Takes at most WEIGHTS_MAX benchmarks whose effect is not 0
 * at 1 % of all together (Bonferroni). Release *weights before it is made again.
 */
void weights_make(struct weights *weights, const struct rounds *rounds);
void weights_release(struct weights *weights);
/* Is the interval of the clearest effect narrower than half of it? */
bool weights_are_clear(const struct weights *weights, const struct rounds *rounds);

/* The shares of all rounds in which the benchmarks were measured; returns their number. `out`
 * has room for rounds->count. */
size_t weights_shares(const struct weights *weights, const struct rounds *rounds, double *out);

enum side { SIDE_LOW, SIDE_HIGH, SIDE_OPEN };

/*
 * Are the shares at the level `low` or at `high`? Wald's sequential test of two normal means
 * (1945, "Sequential Tests of Statistical Hypotheses") with the error e on each side. Single
 * rounds count at most 3 SD beyond the levels.
 */
enum side side_of(
	const double *shares, size_t n, double low, double high, double sd, double error);

/* The place nearest to the middle of low..high, both excluded, for which may() holds; `high`:
 * none. */
size_t place_between(
	size_t low, size_t high, bool (*may)(const void *ctx, size_t place), const void *ctx);

#endif
