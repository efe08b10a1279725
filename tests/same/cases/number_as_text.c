/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A literal of numbers, whose first bytes look like a text.
 * flags: -mcmodel=large */
#include "tests/same/cases/case.h"

static NOINLINE uint64_t sum(void)
{
	double t[9] = { V + .5, 39.5, 61.5, 14.5, 34.5, 88.5, 54.5, 44.5, 50.5 };

	bd_keep(&t[0]);
	return bd_hash(t, sizeof(t), 0);
}
CASE(sum())
