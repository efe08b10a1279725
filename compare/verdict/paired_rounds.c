/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/paired_rounds.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Method: a round is one number a way, d = ln(new / old); slow drift and what hits both
 * launches is not in it. The build that runs second has caches and clock rate of the first:
 * half the difference of mean d between the two orders, as a median over the suite, is taken
 * out (docs/decisions/0001-short-ones.md). Then a mean without a fifth of the rounds at each
 * end, whose error comes from the winsorised variance (Yuen 1974), as many rounds of a busy
 * hour are disturbed. Below twelve rounds it is one, below six none.
 */

/* NaN where the value cannot be used. */
static double clamp(double value, double step_ns)
{
	if (isnan(value) || isinf(value))
		return NAN;
	if (step_ns > 0)
		return fmax(value, step_ns / 2);
	return value > 0 ? value : NAN;
}

/* A difference of logarithms only changes its sign when old and new swap. */
static void set_round(struct paired_part_data *part, size_t round, double old, double new)
{
	part->d[round] = new - old;
	part->level[round] = (old + new) / 2;
}

struct paired_rounds paired_rounds_of(const struct paired_input *input)
{
	struct paired_rounds r = { .least = NAN };

	r.old_min = memory_zeroed(input->rounds, sizeof(double));
	r.new_min = memory_zeroed(input->rounds, sizeof(double));
	r.order = memory_zeroed(input->rounds, sizeof(*r.order));
	r.at = memory_zeroed(input->rounds, sizeof(*r.at));
	for (int part = 0; part < PAIRED_T_PARTS; part++) {
		r.part[part].d = memory_zeroed(input->rounds, sizeof(double));
		r.part[part].level = memory_zeroed(input->rounds, sizeof(double));
		r.part[part].known = part != PAIRED_TURNS || input->turns;
	}
	for (size_t i = 0; i < input->rounds; i++) {
		double u = clamp(input->old_min[i], input->step_ns);
		double v = clamp(input->new_min[i], input->step_ns);
		double a = clamp(input->old_quartile[i], input->step_ns);
		double b = clamp(input->new_quartile[i], input->step_ns);

		if (isnan(u + v + a + b))
			continue;
		r.old_min[r.n] = u;
		r.new_min[r.n] = v;
		r.order[r.n] = input->order ? input->order[i] : 0;
		r.at[r.n] = i;
		set_round(&r.part[PAIRED_QUARTILE], r.n, log(a), log(b));
		set_round(&r.part[PAIRED_LOW], r.n, log(u), log(v));
		if (input->turns) {
			r.part[PAIRED_TURNS].d[r.n] = input->turns[i];
			r.part[PAIRED_TURNS].level[r.n] = r.part[PAIRED_QUARTILE].level[r.n];
		}
		r.least = fmin(r.least, fmin(u, v));
		r.n++;
	}
	return r;
}

void paired_rounds_release(struct paired_rounds *rounds)
{
	free(rounds->old_min);
	free(rounds->new_min);
	free(rounds->order);
	free(rounds->at);
	for (int part = 0; part < PAIRED_T_PARTS; part++) {
		free(rounds->part[part].d);
		free(rounds->part[part].level);
	}
	*rounds = (struct paired_rounds){ 0 };
}

/* NaN where not both orders occur. */
static double order_effect_of(const struct paired_rounds *r, enum paired_part part)
{
	double sum[2] = { 0, 0 };
	size_t count[2] = { 0, 0 };

	for (size_t i = 0; i < r->n; i++) {
		if (r->order[i] == 0)
			continue;
		sum[r->order[i] > 0] += r->part[part].d[i];
		count[r->order[i] > 0]++;
	}
	if (count[0] == 0 || count[1] == 0)
		return NAN;
	return (sum[1] / (double)count[1] - sum[0] / (double)count[0]) / 2;
}

double paired_order_effect(const struct paired_rounds *rounds, size_t n, enum paired_part part)
{
	AUTO_FREE double *effect = memory_zeroed(n, sizeof(*effect));
	size_t known = 0;

	for (size_t i = 0; i < n; i++) {
		effect[i] =
			rounds[i].part[part].known ? order_effect_of(&rounds[i], part) : NAN;
		known += !isnan(effect[i]);
	}
	return known >= PAIRED_ORDER_FROM ? quantile_median_of(effect, n) : 0;
}

size_t paired_trimmed(size_t n)
{
	return n < 6 ? 0 : n < 12 ? 1 : n / 5;
}

void paired_rounds_finish(struct paired_rounds *rounds, enum paired_part part, double effect)
{
	struct paired_part_data *p = &rounds->part[part];

	if (!p->known)
		return;
	p->equal = rounds->n > 0;
	for (size_t i = 1; i < rounds->n; i++)
		p->equal = p->equal && p->d[i] == p->d[0];
	for (size_t i = 0; !p->equal && i < rounds->n; i++)
		p->d[i] -= effect * rounds->order[i];
	p->over[PAIRED_TRIMMED] = trimmed_of(p->d, rounds->n, paired_trimmed(rounds->n));
	p->over[PAIRED_PLAIN] = trimmed_of(p->d, rounds->n, 0);
	for (int mean = 0; p->equal && mean < PAIRED_MEANS; mean++) {
		p->over[mean].mean = p->d[0];
		p->over[mean].s2 = 0;
	}
	p->middle = quantile_median_of(p->level, rounds->n);
}

void paired_rounds_influence(const struct paired_rounds *rounds, enum paired_part part,
	struct round_influence *influences)
{
	AUTO_FREE double *sorted = memory_array(rounds->n, sizeof(*sorted));
	const double *d = rounds->part[part].d;
	size_t n = rounds->n, g = paired_trimmed(n);
	double h = (double)(n - 2 * g), mean = 0;

	memcpy(sorted, d, n * sizeof(*sorted));
	quantile_sort(sorted, n);
	for (size_t i = 0; i < n; i++) {
		influences[i] = (struct round_influence){ influences[rounds->at[i]].round,
			fmin(fmax(d[i], sorted[g]), sorted[n - 1 - g]) };
		mean += influences[i].influence / (double)n;
	}
	for (size_t i = 0; i < n; i++)
		influences[i].influence = (influences[i].influence - mean) / sqrt(h * (h - 1));
}
