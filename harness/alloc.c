/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/bench.h"
#include "harness/launch.h"

void *bd_alloc(size_t size)
{
	void *memory = NULL;
	char reason[64];

	/* Aligned to a cache line, and every page touched: the same in every launch. */
	if (posix_memalign(&memory, 64, size ? size : 1) == 0)
		return memset(memory, 0, size);
	snprintf(reason, sizeof(reason), "no memory for %zu bytes", size);
	bd_launch_abandon(reason);
}
