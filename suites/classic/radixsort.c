/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

static void pass(const uint32_t *from, uint32_t *to, size_t size, int shift)
{
	size_t start[256] = { 0 }, sum = 0;

	for (size_t k = 0; k < size; k++)
		start[from[k] >> shift & 255]++;
	for (size_t d = 0; d < 256; d++) {
		size_t count = start[d];

		start[d] = sum;
		sum += count;
	}
	for (size_t k = 0; k < size; k++)
		to[start[from[k] >> shift & 255]++] = from[k];
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	pass(a, spare, size, 0);
	pass(spare, a, size, 8);
	pass(a, spare, size, 16);
	pass(spare, a, size, 24);
}

struct state {
	size_t size;
	uint32_t *keys, *work, *spare;
};

/* Four passes over the bytes of the keys, lowest first; result: the sum of key times place. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->keys, s->size * sizeof(*s->work));
		sort(s->work, s->spare, s->size);
		sum = 0;
		for (size_t k = 0; k < s->size; k++)
			sum += s->work[k] * (uint64_t)(k + 1);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 16;

	s->size = (size_t)b->arg;
	s->keys = bd_alloc(s->size * sizeof(*s->keys));
	s->work = bd_alloc(s->size * sizeof(*s->work));
	s->spare = bd_alloc(s->size * sizeof(*s->spare));
	for (size_t k = 0; k < s->size; k++)
		s->keys[k] = (uint32_t)bd_random(&random);
	b->items = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->keys);
	free(s->work);
	free(s->spare);
	free(s);
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	qsort(s->keys, s->size, sizeof(*s->keys), compare);
	for (size_t k = 0; k < s->size; k++)
		sum += s->keys[k] * (uint64_t)(k + 1);
	if (memcmp(s->keys, s->work, s->size * sizeof(*s->keys)) != 0)
		return bd_wrong(b, "not in the order that qsort gives");
	return bd_expect(b, sum);
}

BD_FAMILY("RadixSort", run, (10000, 50000), .tags = "sort", .setup = setup,
	.teardown = teardown, .verify = verify)
