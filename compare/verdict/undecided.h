/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_UNDECIDED_H
#define COMPARE_VERDICT_UNDECIDED_H

#include <stdbool.h>

struct comparison;
struct row;

/* Is the row to be judged and has one launch on a side, or one round? Nothing shows its noise.
 */
bool row_is_single(const struct row *row, bool in_rounds);
/* Once all rows have their verdicts: sets the number of single ones and why, if nothing is
 * decided. Benchmarks that another suite lacks are not lost. */
void undecided_find(struct comparison *comparison);
/* Two plain runs with too few benchmarks to show what the machine did to all of them. */
bool comparison_shows_no_shift(const struct comparison *comparison);

#endif
