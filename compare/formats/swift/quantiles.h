/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_SWIFT_QUANTILES_H
#define COMPARE_FORMATS_SWIFT_QUANTILES_H

#include <stddef.h>

/*
 * `values` are the q + 1 = count quantiles (type R-1, minimum to maximum) of n samples. If they
 * determine every sample (n <= count), moves the samples, sorted, to the front of `values` and
 * returns n; repeated quantiles of an oversampled row are dropped. Otherwise, and if the values
 * contradict the ranks, returns 0 and leaves them unchanged.
 */
size_t swift_restore_samples(double *values, size_t count, size_t n);

#endif
