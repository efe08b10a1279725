/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

static void insertion(uint32_t *a, size_t size)
{
	for (size_t i = 1; i < size; i++) {
		uint32_t key = a[i];
		size_t k = i;

		for (; k > 0 && a[k - 1] > key; k--)
			a[k] = a[k - 1];
		a[k] = key;
	}
}

static uint32_t median(uint32_t a, uint32_t b, uint32_t c)
{
	if (a > b) {
		uint32_t t = a;

		a = b;
		b = t;
	}
	return c < a ? a : c > b ? b : c;
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	while (size > 12) {
		uint32_t pivot = median(a[0], a[size / 2], a[size - 1]);
		size_t low = 0, high = size - 1;

		for (;; low++, high--) {
			while (a[low] < pivot)
				low++;
			while (a[high] > pivot)
				high--;
			if (low >= high)
				break;
			uint32_t t = a[low];
			a[low] = a[high];
			a[high] = t;
		}
		sort(a + high + 1, spare, size - high - 1);
		size = high + 1;
	}
	insertion(a, size);
}

struct state {
	size_t size;
	uint32_t *keys, *work, *spare;
};

/* Hoare's partition, median of three, insertion sort below 12; result: the sum of key times
 * place. */
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

BD_FAMILY("QuickSort", run, (1000, 10000), .tags = "sort", .setup = setup, .teardown = teardown,
	.verify = verify)
