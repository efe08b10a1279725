/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/core_floor.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* A log may hold any number. */
#define CPUS_MAX 65536

void core_floor_release(struct core_floor *f)
{
	free(f->low);
	*f = (struct core_floor){ 0 };
}

void core_floor_learn(struct core_floor *f, int cpu, double low)
{
	size_t place = (size_t)cpu + 1;

	if (cpu < -1 || cpu >= CPUS_MAX || !(low > 0))
		return;
	if (place >= f->count) {
		f->low = memory_grow(f->low, &f->capacity, place + 1, sizeof(*f->low));
		memset(f->low + f->count, 0, (place + 1 - f->count) * sizeof(*f->low));
		f->count = place + 1;
	}
	if (!f->low[place] || low < f->low[place])
		f->low[place] = low;
}

bool core_floor_passed(const struct core_floor *f, int cpu, double high)
{
	size_t place = (size_t)cpu + 1;

	return cpu >= -1 && place < f->count && f->low[place] > 0 &&
	       high > CORE_SHARED * f->low[place];
}
