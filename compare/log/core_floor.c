/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/core_floor.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

/* A log may hold any number. */
#define CPUS_MAX 65536

void core_floor_release(struct core_floor *f)
{
	free(f->cpus);
	*f = (struct core_floor){ 0 };
}

void core_floor_learn(struct core_floor *f, int cpu, double low)
{
	size_t place = (size_t)cpu + 1;

	if (cpu < -1 || cpu >= CPUS_MAX || !(low > 0))
		return;
	if (place >= f->count) {
		f->cpus = memory_grow(f->cpus, &f->capacity, place + 1, sizeof(*f->cpus));
		memset(f->cpus + f->count, 0, (place + 1 - f->count) * sizeof(*f->cpus));
		f->count = place + 1;
	}
	f->cpus[place].launches++;
	for (size_t i = 0; i < 3; i++) {
		double *least = &f->cpus[place].least[i], higher = *least;

		if (higher && higher <= low)
			continue;
		*least = low;
		if (!higher)
			break;
		low = higher;
	}
}

bool core_floor_passed(const struct core_floor *f, int cpu, double high)
{
	size_t place = (size_t)cpu + 1;
	const struct core_lows *lows;

	if (cpu < -1 || place >= f->count)
		return false;
	lows = &f->cpus[place];
	return lows->launches &&
	       high > CORE_SHARED * lows->least[lows->launches < CORE_FLOOR_MANY ? 0 : 2];
}
