/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/blocks.h"

/* Takes 1024 blocks of 1 to 100 bytes and frees them in a shuffled order. */
static void run(struct bd *b, uint64_t n)
{
	struct blocks *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < BLOCKS; k++)
			blocks_take(s, k);
		for (unsigned k = 0; k < BLOCKS; k++)
			sum += blocks_give(s, s->order[k]);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct blocks *s = blocks_make(b, 1, 100);
	uint64_t seed = 18;

	for (unsigned k = BLOCKS - 1; k > 0; k--) {
		unsigned other = (unsigned)(bd_random(&seed) % (k + 1)), v = s->order[k];

		s->order[k] = s->order[other];
		s->order[other] = v;
	}
	return 0;
}

BD_BENCHMARK("MallocShuffled", run, .tags = "malloc", .setup = setup, .teardown = free_state,
	.verify = blocks_verify)
