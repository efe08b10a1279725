/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_INDEX_H
#define DRIVER_PLAN_INDEX_H

#include "compare/base/table.h"
#include "compare/log/log.h"
#include "driver/plan/plan.h"

/* Where in the plan a launch of a log belongs: by benchmark, stage and round. Freed with
 * table_free(). */
struct table *plan_index_new(const struct plan *plan);
/* NULL: the plan has no such slot. */
const size_t *plan_index_find(
	const struct table *index, size_t benchmark, const struct launch *launch);

#endif
