/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { LOOKUPS = 1000 };

struct state {
	size_t size;
	uint32_t *keys, wanted[LOOKUPS];
};

/* How many keys are below the wanted one. */
static size_t below(const struct state *s, uint32_t wanted)
{
	size_t low = 0, high = s->size;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->keys[middle] < wanted)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* 1,000 look-ups in b->arg sorted keys; result: the sum of the places. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (int k = 0; k < LOOKUPS; k++)
			sum += below(s, s->wanted[k]);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

/* Keys are 0, 7, 14 ... */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 31;

	s->size = (size_t)b->arg;
	s->keys = bd_alloc(s->size * sizeof(*s->keys));
	for (size_t k = 0; k < s->size; k++)
		s->keys[k] = (uint32_t)k * 7;
	for (int k = 0; k < LOOKUPS; k++)
		s->wanted[k] = (uint32_t)((bd_random(&random) >> 32) * s->size * 7 >> 32);
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->keys);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (int k = 0; k < LOOKUPS; k++)
		sum += (s->wanted[k] + 6) / 7;
	return bd_expect(b, sum);
}

BD_FAMILY("BinarySearch", run, (1000, 30000, 300000), .tags = "search,memory", .items = LOOKUPS,
	.setup = setup, .teardown = teardown, .verify = verify)
