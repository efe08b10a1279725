/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

struct slot {
	uint64_t key; /* 0: free */
	uint64_t value;
};

struct state {
	size_t size, mask;
	struct slot *slots;
	uint64_t *keys;
};

static size_t spread(uint64_t key)
{
	return (size_t)(key * 0x9e3779b97f4a7c15U >> 32);
}

/* The slot of the key or the free one where it belongs. */
static struct slot *find(struct state *s, uint64_t key)
{
	size_t k = spread(key) & s->mask;

	while (s->slots[k].key && s->slots[k].key != key)
		k = (k + 1) & s->mask;
	return &s->slots[k];
}

/* Open addressing, half full: adds b->arg keys, looks up all and as many that are not there. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		memset(s->slots, 0, (s->mask + 1) * sizeof(*s->slots));
		for (size_t k = 0; k < s->size; k++)
			*find(s, s->keys[k]) = (struct slot){ s->keys[k], k };
		sum = 0;
		for (size_t k = 0; k < 2 * s->size; k++) {
			struct slot *slot = find(s, s->keys[k]);

			sum += slot->key ? slot->value * 3 : 1;
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 17;

	s->size = (size_t)b->arg;
	for (s->mask = 1; s->mask < 2 * s->size; s->mask = s->mask * 2 + 1)
		;
	s->slots = bd_alloc((s->mask + 1) * sizeof(*s->slots));
	s->keys = bd_alloc(2 * s->size * sizeof(*s->keys));
	/* Never the same twice: splitmix64 is a permutation of its counter. */
	for (size_t k = 0; k < 2 * s->size; k++)
		s->keys[k] = bd_random(&random);
	b->items = 3 * (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->slots);
	free(s->keys);
	free(s);
}

static int verify(struct bd *b)
{
	uint64_t size = (uint64_t)b->arg;

	return bd_expect(b, 3 * size * (size - 1) / 2 + size);
}

BD_FAMILY("HashTable", run, (100, 1000, 10000), .tags = "hash,memory", .setup = setup,
	.teardown = teardown, .verify = verify)
