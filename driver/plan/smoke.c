/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/smoke.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

double smoke_rounds(uint32_t rounds, double slot_ns, double usual_ns)
{
	return rounds * fmax(0.5, fmin(1, 4 * usual_ns / slot_ns));
}

struct draw {
	size_t index;
	uint64_t lot;
};

static int by_lot(const void *a, const void *b)
{
	const struct draw *x = a, *y = b;

	return x->lot < y->lot ? -1 : x->lot > y->lot;
}

size_t smoke_choose(const struct plan *plan, const struct smoke_candidate *candidates, size_t n,
	bool *chosen)
{
	AUTO_FREE struct draw *others = memory_zeroed(n, sizeof(*others));
	size_t suspects = 0, count = 0, taken;

	for (size_t i = 0; i < n; i++) {
		const struct smoke_candidate *c = &candidates[i];

		chosen[i] = c->p < SMOKE_P && fabs(c->effect) >= c->threshold;
		suspects += chosen[i];
		if (!chosen[i] && !isnan(c->p) && !isnan(c->effect))
			others[count++] =
				(struct draw){ i, plan_random(plan, PLAN_SAMPLE, i, 0, 0) };
	}
	qsort(others, count, sizeof(*others), by_lot);
	taken = (size_t)ceil(SMOKE_OTHERS * (double)count);
	for (size_t i = 0; i < taken; i++)
		chosen[others[i].index] = true;
	return suspects + taken;
}
