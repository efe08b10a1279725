/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_POOL_CASE_H
#define TESTS_UNIT_SUPPORT_POOL_CASE_H

#include "driver/pool/plan.h"

/* A plan of `benchmarks` benchmarks s/b0, s/b1 ... in the builds old and new, which take one
 * second each; not divided. */
struct pool_plan pool_case(size_t benchmarks, unsigned replicas);
/* A fresh folder with the folders of a run; scratch_remove() and free() end it. */
char *pool_case_folder(void);
/* Writes the part of a shard as `node` would have measured it, with one row of each build and
 * benchmark, and links it. */
void pool_case_part(const struct pool_plan *plan, const char *folder, unsigned shard,
	const char *node, double reference_ns);

#endif
