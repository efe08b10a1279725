/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_STATS_RUNNING_H
#define COMPARE_STATS_RUNNING_H

#include <stddef.h>

/*
 * Mean and variance of a stream in constant memory: Welford 1962, with the pairwise merge of
 * Chan, Golub and LeVeque 1979. A zeroed struct is an empty stream. NaNs are skipped.
 */
struct running {
	size_t n;
	double mean;
	double squares; /* sum of squared distances from the mean */
};

void running_add(struct running *r, double x);
/* r becomes the stream of both. */
void running_merge(struct running *r, const struct running *other);
/* n = 0: NaN. */
double running_mean(const struct running *r);
/* With n - 1; 0 for one value, NaN for none. */
double running_variance(const struct running *r);
double running_sd(const struct running *r);

#endif
