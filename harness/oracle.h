/* SPDX-License-Identifier: MIT */
#ifndef BD_ORACLE_H
#define BD_ORACLE_H

#include <stdint.h>

/*
 * Iterations in a sample for a benchmark whose fastest iteration takes t ns, t whole and at
 * least 1 (Chen and Revels, "Robust benchmarking in noisy environments"): about 1000 where an
 * iteration is short against the clock's accuracy of 1 us, 1 where it is long.
 */
uint64_t bd_oracle_table(double t);
/* Their equation 11: floor(1 + 999 / (1 + e^(0.009 (t - 500)))). */
uint64_t bd_oracle_logistic(double t);

#endif
