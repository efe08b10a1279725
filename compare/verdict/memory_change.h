/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_MEMORY_CHANGE_H
#define COMPARE_VERDICT_MEMORY_CHANGE_H

#include <stdbool.h>

#include "compare/verdict/comparison.h"

/* Changes below are the loader's and the allocator's noise. */
#define MEMORY_CHANGE_KIB   256
#define MEMORY_CHANGE_RATIO 0.05

/*
 * Did the peak memory change? The medians over launches differ by MEMORY_CHANGE_RATIO and
 * MEMORY_CHANGE_KIB, and no launch of one side lies among those of the other.
 */
bool memory_changed(const struct row *row);

#endif
