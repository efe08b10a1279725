/* SPDX-License-Identifier: MIT */
#include "harness/probes.h"

#include <stdlib.h>

#include "harness/base/clock.h"

#define PAUSE_NS 200000u
#define MIN      5

static void thin_out(struct bd_probes *p)
{
	for (size_t i = 0; i < p->count / 2; i++)
		p->taken[i] = p->taken[2 * i];
	p->count /= 2;
	p->pause_ns *= 2;
}

void bd_probes_take(struct bd_probes *p)
{
	if (!p->pause_ns)
		p->pause_ns = PAUSE_NS;
	if (p->count == BD_PROBES_MAX)
		thin_out(p);
	p->taken[p->count++] = bd_core_run();
	p->next_ns = bd_clock_ns() + p->pause_ns;
}

static int by_wide(const void *a, const void *b)
{
	const struct bd_core_times *x = a, *y = b;

	return (x->wide_ns > y->wide_ns) - (x->wide_ns < y->wide_ns);
}

static int by_chain(const void *a, const void *b)
{
	const struct bd_core_times *x = a, *y = b;

	return (x->chain_ns > y->chain_ns) - (x->chain_ns < y->chain_ns);
}

void bd_probes_quantiles(struct bd_probes *p, double *low, double *high)
{
	double chain_ns;

	*low = *high = 0;
	if (p->count < MIN)
		return;
	qsort(p->taken, p->count, sizeof(*p->taken), by_chain);
	chain_ns = p->taken[(p->count - 1) / 2].chain_ns;
	qsort(p->taken, p->count, sizeof(*p->taken), by_wide);
	*low = p->taken[(p->count + 3) / 4 - 1].wide_ns / chain_ns;
	*high = p->taken[(9 * p->count + 9) / 10 - 1].wide_ns / chain_ns;
}
