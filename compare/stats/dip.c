/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/dip.h"

#include "compare/base/memory.h"
#include "compare/stats/dip_table.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/*
 * The distinct values with the counts of values below and up to each. All heights are counts,
 * so the dip comes out in units of 1 / (2 n). `under` is the greatest convex minorant of the
 * lower corners of the step function between two points, `over` the least concave majorant of
 * its upper corners; a point is a contact where the curve touches its corner at a bend.
 */
struct steps {
	size_t n;
	double *x;
	struct curve {
		double *corner, *y;
		bool *contact;
	} under, over;
	size_t *hull;
};

static struct curve curve_of(size_t n)
{
	return (struct curve){ memory_zeroed(n, sizeof(double)),
		memory_zeroed(n, sizeof(double)), memory_zeroed(n, sizeof(bool)) };
}

static void curve_release(struct curve *curve)
{
	free(curve->corner);
	free(curve->y);
	free(curve->contact);
}

static struct steps steps_of(const double *sorted, size_t n)
{
	struct steps s = { 0 };

	s.x = memory_zeroed(n, sizeof(double));
	s.under = curve_of(n);
	s.over = curve_of(n);
	s.hull = memory_zeroed(n, sizeof(size_t));
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || sorted[i] != sorted[i - 1]) {
			s.x[s.n] = sorted[i];
			s.under.corner[s.n++] = (double)i;
		}
		s.over.corner[s.n - 1] = (double)(i + 1);
	}
	return s;
}

static void steps_release(struct steps *s)
{
	free(s->x);
	curve_release(&s->under);
	curve_release(&s->over);
	free(s->hull);
}

/* The hull of the corners from `low` to `high`: below them for sign 1, above for -1. */
static void bend(struct steps *s, size_t low, size_t high, struct curve *curve, double sign)
{
	const double *y = curve->corner;
	size_t *hull = s->hull, top = 0;

	for (size_t i = low; i <= high; i++) {
		while (top >= 2) {
			size_t a = hull[top - 2], b = hull[top - 1];

			if (sign * (y[b] - y[a]) * (s->x[i] - s->x[a]) <
				sign * (y[i] - y[a]) * (s->x[b] - s->x[a]))
				break;
			top--;
		}
		hull[top++] = i;
		curve->contact[i] = false;
	}
	for (size_t k = 0; k < top; k++)
		curve->contact[hull[k]] = true;
	curve->y[low] = y[low];
	for (size_t k = 1; k < top; k++) {
		size_t a = hull[k - 1], b = hull[k];
		double slope = (y[b] - y[a]) / (s->x[b] - s->x[a]);

		for (size_t i = a; i < b; i++)
			curve->y[i] = y[a] + slope * (s->x[i] - s->x[a]);
		curve->y[b] = y[b];
	}
}

/* The widest gap between both curves at a contact, and the modal interval that it leaves. */
static double widest_gap(
	const struct steps *s, size_t low, size_t high, size_t *new_low, size_t *new_high)
{
	double widest = -1;

	for (size_t i = low; i <= high; i++) {
		double gap = s->over.y[i] - s->under.y[i];

		if (!(s->under.contact[i] || s->over.contact[i]) || gap < widest)
			continue;
		widest = gap;
		*new_low = *new_high = i;
	}
	while (!s->under.contact[*new_low])
		--*new_low;
	while (!s->over.contact[*new_high])
		++*new_high;
	return widest;
}

/* How far the steps are from the curves left and right of the modal interval. */
static double misfit(
	const struct steps *s, size_t low, size_t high, size_t new_low, size_t new_high)
{
	double worst = 1;

	for (size_t i = low; i < new_low; i++)
		worst = fmax(worst, s->over.corner[i] - s->under.y[i]);
	for (size_t i = new_high + 1; i <= high; i++)
		worst = fmax(worst, s->over.y[i] - s->under.corner[i]);
	return worst;
}

double dip_statistic(const double *sorted, size_t n)
{
	struct steps s;
	size_t low = 0, high, new_low = 0, new_high = 0;
	double dip = 1;

	if (n == 0)
		return NAN;
	s = steps_of(sorted, n);
	high = s.n - 1;
	while (low < high) {
		bend(&s, low, high, &s.under, 1);
		bend(&s, low, high, &s.over, -1);
		if (widest_gap(&s, low, high, &new_low, &new_high) <= dip)
			break;
		dip = fmax(dip, misfit(&s, low, high, new_low, new_high));
		if (new_low == low && new_high == high)
			break;
		low = new_low;
		high = new_high;
	}
	steps_release(&s);
	return dip / (2 * (double)n);
}

/* Probability of at least `at` = sqrt(n) dip in one row of the table. */
static double tail_in_row(const struct dip_row *row, double at)
{
	size_t i = 0;

	while (i < DIP_TAILS && row->at[i] <= at)
		i++;
	if (i == 0)
		return 1;
	if (i == DIP_TAILS)
		return dip_tails[DIP_TAILS - 1];
	return dip_tails[i - 1] + (dip_tails[i] - dip_tails[i - 1]) * (at - row->at[i - 1]) /
					  (row->at[i] - row->at[i - 1]);
}

double dip_p(double dip, size_t n)
{
	size_t rows = ARRAY_SIZE(dip_rows), i = 0;
	double at = dip * sqrt((double)n), before, after, part;

	if (isnan(dip) || n == 0)
		return NAN;
	if (n < dip_rows[0].n)
		return 1;
	while (i < rows && dip_rows[i].n <= n)
		i++;
	before = tail_in_row(&dip_rows[i - 1], at);
	/* Above the largest n the scaled dip no longer changes. */
	if (i == rows || dip_rows[i - 1].n == n)
		return before;
	after = tail_in_row(&dip_rows[i], at);
	part = (sqrt((double)n) - sqrt((double)dip_rows[i - 1].n)) /
	       (sqrt((double)dip_rows[i].n) - sqrt((double)dip_rows[i - 1].n));
	return before + part * (after - before);
}
