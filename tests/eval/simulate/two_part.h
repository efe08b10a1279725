/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_TWO_PART_H
#define TESTS_EVAL_SIMULATE_TWO_PART_H

#include <stddef.h>

/*
 * p of an earlier, simpler rule: twice the smaller of the plain t on ln of the launch medians
 * and the swap test of the overall minima. It gets the same times as the program, so that both
 * meet the same chance. Launch r of side s begins at times[(2 r + s) executions].
 */
double two_part_p(const double *times, size_t rounds, size_t executions);

#endif
