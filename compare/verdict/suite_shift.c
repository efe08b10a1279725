/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/suite_shift.h"

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

#include <math.h>

/* The median of chi squared with one degree of freedom. */
#define CHI2_MEDIAN 0.4549364231195728
/* The standard error of a median, of normal values, against that of their mean. */
#define MEDIAN_SE 1.253

struct suite_shift suite_shift_none(void)
{
	return (struct suite_shift){
		.ratio = NAN, .low = NAN, .high = NAN, .spread = NAN, .error = NAN
	};
}

/* As each quotient falls in the squared spread, it is the median of what each change wants. */
static void find_spread(struct suite_shift *shift, const double *changes,
	const double *variances, size_t n, double median, double *wants)
{
	size_t votes;

	for (size_t i = 0; i < n; i++) {
		double change = changes[i] - median;

		wants[i] = change * change / CHI2_MEDIAN - variances[i];
	}
	votes = quantile_drop_nan(wants, n);
	quantile_sort(wants, votes);
	shift->spread = sqrt(fmax(0, quantile_median(wants, votes)));
	shift->error = sqrt(fmax(0, median_interval(wants, votes, 0.8).high));
}

struct suite_shift suite_shift_of(const double *changes, const double *variances, size_t n)
{
	AUTO_FREE double *sorted = memory_zeroed(n, sizeof(*sorted));
	double median, se;
	struct suite_shift shift = { 0 };
	struct interval interval;

	for (size_t i = 0; i < n; i++)
		sorted[i] = changes[i];
	shift.shown_by = quantile_drop_nan(sorted, n);
	quantile_sort(sorted, shift.shown_by);
	median = quantile_median(sorted, shift.shown_by);
	interval = median_interval(sorted, shift.shown_by, 0.95);
	shift.ratio = exp(median);
	shift.low = exp(interval.low);
	shift.high = exp(interval.high);
	se = MEDIAN_SE * QUANTILE_MAD_SCALE * quantile_mad(changes, n, median) /
	     sqrt((double)shift.shown_by);
	shift.beyond = fabs(median) > fmax(log1p(SUITE_SHIFT_LEAST), SUITE_SHIFT_SE * se);
	find_spread(&shift, changes, variances, n, median, sorted);
	shift.error = hypot(shift.error, se);
	return shift;
}

const char *shift_cause_name(enum shift_cause cause)
{
	static const char *const names[] = { "unknown", "controls", "machine" };

	return names[cause];
}
