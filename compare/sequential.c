/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/sequential.h"

#include "compare/distribution.h"
#include "compare/memory.h"
#include "compare/summary.h"
#include "compare/ttest.h"

#include <math.h>
#include <stdlib.h>

/* Points of Simpson's rule, odd. */
#define POINTS 801

/* The density of the sum on the grid of those that no look has stopped yet. */
struct process {
	double reach; /* the grid goes from -reach to reach */
	double density[POINTS];
};

static double grid_at(const struct process *p, int i)
{
	return p->reach * (2.0 * i / (POINTS - 1) - 1);
}

static double weight(const struct process *p, int i)
{
	double step = 2 * p->reach / (POINTS - 1);

	return step / 3 * (i == 0 || i == POINTS - 1 ? 1 : i % 2 ? 4 : 2);
}

/* Probability that the sum, after a step of the given SD, is above `bound`. */
static double exit_above(const struct process *p, double sd, double bound)
{
	double sum = 0;

	for (int i = 0; i < POINTS; i++)
		sum += weight(p, i) * p->density[i] * normal_sf((bound - grid_at(p, i)) / sd);
	return sum;
}

static double solve_bound(const struct process *p, double sd, double spend)
{
	double low = 0, high = p->reach + 10 * sd;

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (exit_above(p, sd, middle) > spend)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

static void step_on(const struct process *from, double sd, double bound, struct process *to)
{
	to->reach = bound;
	for (int k = 0; k < POINTS; k++) {
		double s = grid_at(to, k), sum = 0;

		for (int i = 0; i < POINTS; i++) {
			double z = (s - grid_at(from, i)) / sd;

			sum += weight(from, i) * from->density[i] * exp(-z * z / 2);
		}
		to->density[k] = sum / (sd * sqrt(2 * M_PI));
	}
}

static void first_look(struct process *p, double sd, double bound)
{
	p->reach = bound;
	for (int i = 0; i < POINTS; i++) {
		double z = grid_at(p, i) / sd;

		p->density[i] = exp(-z * z / 2) / (sd * sqrt(2 * M_PI));
	}
}

void sequential_obf_bounds(
	const double *information, size_t looks, double alpha, double *bounds)
{
	struct process *p = memory_zeroed(2, sizeof(*p));
	double spent = 0, at = normal_quantile(1 - alpha / 4);

	for (size_t k = 0; k < looks; k++) {
		double t = information[k], spend = 2 * normal_sf(at / sqrt(t)) - spent;
		double sd = sqrt(t - (k > 0 ? information[k - 1] : 0)), bound;

		bound = k == 0 ? sd * normal_quantile(1 - spend)
			       : solve_bound(&p[0], sd, spend);
		bounds[k] = bound / sqrt(t);
		spent += spend;
		if (k == 0) {
			first_look(&p[0], sd, bound);
		} else {
			step_on(&p[0], sd, bound, &p[1]);
			p[0] = p[1];
		}
	}
	free(p);
}

double sequential_ln_e(const double *values, size_t n, double c2)
{
	struct moments m = moments_of(values, n);
	double count = (double)n, k = 1 + count / c2;
	double squares = m.sd * m.sd * (count - 1), mean2 = count * m.mean * m.mean;

	/* One value has no SD to be measured against; nothing but zeros tells nothing. */
	if (n < 2 || squares + mean2 == 0)
		return 0;
	if (squares == 0)
		return INFINITY;
	return count / 2 * log((squares + mean2) / (squares + mean2 / k)) - log(k) / 2;
}

struct interval sequential_interval(const double *values, size_t n, double c2, double alpha)
{
	struct moments m = moments_of(values, n);
	double count = (double)n, k = 1 + count / c2, half;
	double ratio = exp(2 / count * (log(k) / 2 - log(alpha)));
	double squares = m.sd * m.sd * (count - 1);

	if (n < 2 || ratio >= k)
		return (struct interval){ -INFINITY, INFINITY };
	half = sqrt(squares * (ratio - 1) / (count * (1 - ratio / k)));
	return (struct interval){ m.mean - half, m.mean + half };
}

size_t sequential_precision_stop(
	const double *values, size_t n, size_t from, double width, double level)
{
	for (size_t k = from < 2 ? 2 : from; k <= n; k++) {
		struct t_test t = t_one_sample(values, k, 0, TAIL_BOTH, level);

		if (t.interval.high - t.estimate <= width)
			return k;
	}
	return 0;
}
