/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/blocks.h"

static void *(*volatile zeroed)(size_t, size_t) = calloc;

static unsigned char *take(size_t size)
{
	unsigned char *p = zeroed(1, size);

	if (p && (p[0] || p[size / 2] || p[size - 1]))
		abort(); /* calloc left something behind */
	return p;
}

/* Takes and frees 1024 zeroed blocks of b->arg bytes, 16 alive at a time. */
static void run(struct bd *b, uint64_t n)
{
	struct blocks *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < BLOCKS; k += 16) {
			for (unsigned m = k; m < k + 16; m++)
				blocks_take(s, m);
			for (unsigned m = k; m < k + 16; m++)
				sum += blocks_give(s, m);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct blocks *s = blocks_make(b, (size_t)b->arg, (size_t)b->arg);

	s->take = take;
	b->bytes = (double)(BLOCKS * b->arg);
	return 0;
}

BD_FAMILY("Calloc", run, (32, 512, 4096), .tags = "malloc", .setup = setup,
	.teardown = free_state, .verify = blocks_verify)
