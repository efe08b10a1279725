/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_GROWTH_H
#define COMPARE_PAGE_GROWTH_H

#include <stddef.h>

#include <jansson.h>

#include "compare/log/log.h"

/*
 * T(n): `count` times of n iterations each, and the line once_ns + n each_ns through them. Of
 * many points only a part is kept. Times in ns; NAN: not known.
 */
json_t *page_growth(const double *n, const double *time_ns, size_t count, double once_ns,
	double each_ns, double r2);
/* The same of the best sample of each launch, by least squares; NULL where their iterations
 * hardly differ, unlike those of `bdriver fit`. */
json_t *page_growth_of(const struct log_benchmark *benchmark);

#endif
