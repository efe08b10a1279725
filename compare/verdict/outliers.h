/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_OUTLIERS_H
#define COMPARE_VERDICT_OUTLIERS_H

#include "compare/verdict/compared.h"

/*
 * Controls (benchmarks with the same code in both builds) that moved far beyond the others. One
 * that did is hardly the same code. Three things must hold:
 * - chance is no explanation: p is at most OUTLIER_ALARMS divided by the number of controls;
 * - the place in memory is none: the change is at least OUTLIER_LEAST away from the median of
 * the controls, and OUTLIER_SPREADS of their spread (a robust SD, by the median deviation);
 * - one lucky or unlucky round is none: the 95 % interval ends at half of that at the nearest.
 * Of fewer than OUTLIER_SPREAD_FROM controls the spread is not known and counts as 0.
 */
#define OUTLIER_ALARMS      0.001 /* comparisons of unchanged copies that name a control */
#define OUTLIER_LEAST       0.10  /* a ratio minus 1 */
#define OUTLIER_SPREADS     6
#define OUTLIER_SPREAD_FROM 5

/* Of controls, once the rule has filled their time; sets outlying[0 .. n-1] and returns how
 * many are. */
size_t outliers_find(struct row *const *controls, size_t n, bool *outlying);

#endif
