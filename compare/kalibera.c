/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/kalibera.h"

#include "compare/distribution.h"
#include "compare/memory.h"
#include "compare/summary.h"
#include "compare/ttest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t total(const size_t *shape, size_t levels)
{
	size_t n = 1;

	assert(levels >= 1 && levels <= KALIBERA_LEVELS_MAX);
	for (size_t i = 0; i < levels; i++)
		n *= shape[i];
	return n;
}

static double *copy_of(const double *values, size_t n)
{
	double *copy = memory_zeroed(n, sizeof(*copy));

	memcpy(copy, values, n * sizeof(*copy));
	return copy;
}

/* Replaces each group of `size` values by its mean; returns the mean variance of the groups. */
static double fold(double *means, size_t groups, size_t size)
{
	double sum = 0;

	for (size_t g = 0; g < groups; g++) {
		struct moments m = moments_of(means + g * size, size);

		sum += m.sd * m.sd;
		means[g] = m.mean;
	}
	return size > 1 ? sum / (double)groups : NAN;
}

void kalibera_components(
	const double *values, const size_t *shape, size_t levels, double *s2, double *t2)
{
	size_t groups = total(shape, levels);
	double *means = copy_of(values, groups);

	for (size_t i = 0; i < levels; i++) {
		groups /= shape[i];
		s2[i] = fold(means, groups, shape[i]);
		t2[i] = i == 0 ? s2[i] : s2[i] - s2[i - 1] / (double)shape[i - 1];
	}
	free(means);
}

struct interval kalibera_interval(
	const double *values, const size_t *shape, size_t levels, double level)
{
	size_t groups = total(shape, levels);
	double *means = copy_of(values, groups);
	struct t_test test;

	for (size_t i = 0; i + 1 < levels; i++) {
		groups /= shape[i];
		fold(means, groups, shape[i]);
	}
	test = t_one_sample(means, groups, 0, TAIL_BOTH, level);
	free(means);
	return test.interval;
}

void kalibera_optimal(const double *t2, const double *cost, size_t levels, double *r)
{
	for (size_t i = 0; i + 1 < levels; i++) {
		r[i] = NAN;
		if (t2[i] > 0 && t2[i + 1] > 0)
			r[i] = sqrt(cost[i + 1] / cost[i] * t2[i] / t2[i + 1]);
	}
}

struct fieller fieller(
	const double *old_values, size_t n, const double *new_values, size_t m, double level)
{
	struct moments a = moments_of(old_values, n), b = moments_of(new_values, m);
	double va = a.sd * a.sd / (double)n, vb = b.sd * b.sd / (double)m, t, lead, root;
	struct fieller f = { b.mean / a.mean, NAN, { NAN, NAN } };

	if (n < 2 || m < 2)
		return f;
	f.df = t_welch(old_values, n, new_values, m, level).df;
	t = student_quantile(1 - (1 - level) / 2, f.df);
	/* Roots of (mb - r ma)^2 = t^2 (vb + r^2 va). */
	lead = a.mean * a.mean - t * t * va;
	root = a.mean * b.mean * a.mean * b.mean - lead * (b.mean * b.mean - t * t * vb);
	f.interval = (struct interval){ -INFINITY, INFINITY };
	if (lead > 0 && root >= 0)
		f.interval = (struct interval){ (a.mean * b.mean - sqrt(root)) / lead,
			(a.mean * b.mean + sqrt(root)) / lead };
	return f;
}
