/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

static void sift(uint32_t *a, size_t root, size_t size)
{
	uint32_t key = a[root];

	for (size_t child = 2 * root + 1; child < size; child = 2 * root + 1) {
		if (child + 1 < size && a[child + 1] > a[child])
			child++;
		if (a[child] <= key)
			break;
		a[root] = a[child];
		root = child;
	}
	a[root] = key;
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	(void)spare;
	for (size_t root = size / 2; root-- > 0;)
		sift(a, root, size);
	for (size_t last = size - 1; last > 0; last--) {
		uint32_t top = a[0];

		a[0] = a[last];
		a[last] = top;
		sift(a, 0, last);
	}
}

struct state {
	size_t size;
	uint32_t *keys, *work, *spare;
};

/* In place, with a heap whose largest key is on top; result: the sum of key times place. */
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

BD_FAMILY("HeapSort", run, (1000, 5000), .tags = "sort", .setup = setup, .teardown = teardown,
	.verify = verify)
