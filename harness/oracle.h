/* SPDX-License-Identifier: MIT */
#ifndef BD_ORACLE_H
#define BD_ORACLE_H

#include <stdint.h>

/*
 * Iterations in a sample for a benchmark whose fastest iteration takes t ns, t whole and at
 * least 1 (Chen and Revels, "Robust benchmarking in noisy environments"): about 1000 where an
 * iteration is short against the clock's accuracy of 1 us, and 1 where it is long.
 */
uint64_t bd_oracle(double t);

#endif
