/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/counted.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/multiple.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>

static double ratio_of(double old, double new)
{
	if (old == new)
		return 1;
	return old > 0 && new > 0 ? new / old : NAN;
}

/* The change as ln that matters: that of the threshold, and that of the least difference. */
static double floor_of(const struct metric_change *change, double least)
{
	double less = fmin(change->old, change->new);

	return fmax(log1p(change->threshold), less > 0 ? log1p(least / less) : 0);
}

static void compare_exactly(struct metric_change *change, double least)
{
	double less = fmin(fabs(change->old), fabs(change->new));
	double size = fabs(change->new - change->old);

	change->low = change->high = change->ratio;
	change->verdict = size == 0 || size < least || size < change->threshold * less
				  ? VERDICT_UNCHANGED
			  : change->new > change->old ? VERDICT_REGRESSED
						      : VERDICT_IMPROVED;
}

static struct moments logs_of(const double *values, size_t n)
{
	AUTO_FREE double *logs = memory_zeroed(n, sizeof(*logs));
	struct moments moments;

	for (size_t i = 0; i < n; i++)
		logs[i] = log(values[i]);
	moments = moments_of(logs, n);
	return moments;
}

/* Welch 1947: standard error of the difference, and the degrees of freedom of its test. */
static double welch(const struct moments *a, const struct moments *b, double *df)
{
	double x = a->sd * a->sd / (double)a->n, y = b->sd * b->sd / (double)b->n;

	*df = (x + y) * (x + y) / (x * x / ((double)a->n - 1) + y * y / ((double)b->n - 1));
	return sqrt(x + y);
}

/* At least one side varies, so the error is above 0. */
static void test_logs(
	struct metric_change *change, const struct counted_sides *sides, double least)
{
	struct moments old = logs_of(sides->old, sides->old_count);
	struct moments new = logs_of(sides->new, sides->new_count);
	double df, error = welch(&old, &new, &df), size = new.mean - old.mean;
	double half = student_quantile(0.975, df) * error;

	change->old = exp(old.mean);
	change->new = exp(new.mean);
	change->ratio = exp(size);
	change->low = exp(size - half);
	change->high = exp(size + half);
	change->p =
		fabs(size) < floor_of(change, least) ? 1 : student_two_sided(size / error, df);
	if (fabs(size) + student_quantile(0.95, df) * error < floor_of(change, least))
		change->verdict = VERDICT_UNCHANGED;
}

void counted_compare(
	struct metric_change *change, const struct counted_sides *sides, double least)
{
	size_t n = sides->old_count, m = sides->new_count;
	bool exact;

	quantile_sort(sides->old, n);
	quantile_sort(sides->new, m);
	if (n)
		change->old = quantile_median(sides->old, n);
	if (m)
		change->new = quantile_median(sides->new, m);
	if (!n || !m)
		return;
	change->ratio = ratio_of(change->old, change->new);
	if (n < COUNTED_LAUNCHES || m < COUNTED_LAUNCHES)
		return;
	exact = sides->old[0] == sides->old[n - 1] && sides->new[0] == sides->new[m - 1];
	if (exact)
		compare_exactly(change, least);
	else if (sides->old[0] > 0 && sides->new[0] > 0)
		test_logs(change, sides, least);
}

void counted_judge(struct metric_change *changes, size_t n, size_t step, double fdr)
{
	AUTO_FREE double *q = memory_zeroed(n, sizeof(*q));

	for (size_t i = 0; i < n; i++)
		q[i] = changes[i * step].p;
	adjust_bh(q, q, n);
	for (size_t i = 0; i < n; i++) {
		struct metric_change *change = &changes[i * step];

		change->q = q[i];
		if (q[i] <= fdr)
			change->verdict =
				change->ratio > 1 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	}
}
