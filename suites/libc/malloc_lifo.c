/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/blocks.h"

/* Takes 1024 blocks of b->arg bytes and frees them, the last one first. */
static void run(struct bd *b, uint64_t n)
{
	struct blocks *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < BLOCKS; k++)
			blocks_take(s, k);
		for (unsigned k = BLOCKS; k-- > 0;)
			sum += blocks_give(s, k);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	blocks_make(b, (size_t)b->arg, (size_t)b->arg);
	return 0;
}

BD_FAMILY("MallocLifo", run, (16, 64), .tags = "malloc", .setup = setup, .teardown = free_state,
	.verify = blocks_verify)
