/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_SHAPE_H
#define TESTS_UNIT_SUPPORT_SHAPE_H

#include "compare/log/log.h"

/* Logs whose samples have a given shape, for the checks of samples. */

enum { SHAPE_SAMPLES = 200 };

/* A sample in units of its level; k: the sample, launch: which one. */
typedef double shape_fn(unsigned launch, unsigned k, uint64_t *state);

double shape_calm(unsigned launch, unsigned k, uint64_t *state);
double shape_drifts(unsigned launch, unsigned k, uint64_t *state);
/* AR(1), phi .7. */
double shape_dependent(unsigned launch, unsigned k, uint64_t *state);
/* A busy neighbour slows most of each fifth launch, and leaves some quick samples. */
double shape_mostly_slow(unsigned launch, unsigned k, uint64_t *state);

/* Adds launches of "Bench", 8 iterations of 50 us each. */
void shape_fill(struct log *log, shape_fn *shape, unsigned launches, uint64_t seed);
/* What the check says of such a log: "none" or a severity. */
const char *shape_verdict(const char *check, shape_fn *shape, unsigned launches);

#endif
