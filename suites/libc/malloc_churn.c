/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/blocks.h"

#define LIVE 64

/* Keeps 64 blocks of 16 to 1000 bytes alive: each new one replaces the oldest. */
static void run(struct bd *b, uint64_t n)
{
	struct blocks *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < BLOCKS; k++) {
			if (k >= LIVE)
				sum += blocks_give(s, k - LIVE);
			blocks_take(s, k);
		}
		for (unsigned k = BLOCKS - LIVE; k < BLOCKS; k++)
			sum += blocks_give(s, k);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	blocks_make(b, 16, 1000);
	return 0;
}

BD_BENCHMARK("MallocChurn", run, .tags = "malloc", .setup = setup, .teardown = free_state,
	.verify = blocks_verify)
