/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_UNIFORM_H
#define TESTS_UNIT_SUPPORT_UNIFORM_H

#include "compare/stats/prng.h"

/* In [0, 1), with 53 bits. */
static inline double uniform_draw(struct prng *prng)
{
	return (double)(prng_next(prng) >> 11) * 0x1p-53;
}

#endif
