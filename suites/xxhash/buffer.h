/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all benchmarks of this suite hash: b->arg random bytes as b->state. */
#ifndef SUITES_XXHASH_BUFFER_H
#define SUITES_XXHASH_BUFFER_H

#include "harness/bench.h"

#include <stdlib.h>

/* For .setup: fills b->state, gives the throughput. */
static inline int buffer_setup(struct bd *b)
{
	uint64_t random = 1;
	unsigned char *data = b->state = bd_alloc((size_t)b->arg);

	for (long i = 0; i < b->arg; i++)
		data[i] = (unsigned char)bd_random(&random);
	b->bytes = (double)b->arg;
	return 0;
}

/* For .teardown. */
static inline void buffer_teardown(struct bd *b)
{
	free(b->state);
}

#endif
