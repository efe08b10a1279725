/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_RUNNING_H
#define COMPARE_STATS_RUNNING_H

#include <math.h>
#include <stddef.h>

/*
 * Mean and variance of a stream in constant memory: Welford 1962. A zeroed struct is an empty
 * stream. NaNs are skipped.
 */
struct running {
	size_t n;
	double mean;
	double squares; /* sum of squared distances from the mean */
};

/* Inline, as each sample of a log passes here. */
static inline void running_add(struct running *r, double x)
{
	double distance = x - r->mean;

	if (isnan(x))
		return;
	r->n++;
	r->mean += distance / (double)r->n;
	r->squares += distance * (x - r->mean);
}
/* n = 0: NaN. */
double running_mean(const struct running *r);
/* With n - 1; 0 for one value, NaN for none. */
double running_variance(const struct running *r);
double running_sd(const struct running *r);

#endif
