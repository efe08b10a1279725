/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_SAMPLES_H
#define COMPARE_PAGE_SAMPLES_H

#include <stddef.h>

/*
 * Samples for a picture, two bytes each. The range of a benchmark, in ns and above 0, is
 * divided into 65534 equal steps of ln: 0.01 % of the value at a range of 1 to 700. The number
 * k above 0 stands for low * (high / low)^((k - 1) / 65534), and 0 for a sample of 0 ns or
 * less.
 */
struct sample_range {
	double low, high; /* zeroed: no sample yet */
};

void sample_range_add(struct sample_range *range, const double *samples, size_t count);
/* Every step-th sample from the first on, as Base64 of little-endian numbers. The caller frees
 * it. */
char *samples_text(
	const struct sample_range *range, const double *samples, size_t count, size_t step);

#endif
