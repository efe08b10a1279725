/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

static void merge(
	const uint32_t *a, size_t a_size, const uint32_t *b, size_t b_size, uint32_t *out)
{
	size_t i = 0, j = 0;

	while (i < a_size && j < b_size)
		*out++ = b[j] < a[i] ? b[j++] : a[i++];
	memcpy(out, a + i, (a_size - i) * sizeof(*a));
	memcpy(out + a_size - i, b + j, (b_size - j) * sizeof(*b));
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	uint32_t *from = a, *to = spare;

	for (size_t width = 1; width < size; width *= 2) {
		for (size_t k = 0; k < size; k += 2 * width) {
			size_t left = size - k < width ? size - k : width;
			size_t right = size - k - left < width ? size - k - left : width;

			merge(from + k, left, from + k + left, right, to + k);
		}
		uint32_t *t = from;
		from = to;
		to = t;
	}
	if (from != a)
		memcpy(a, from, size * sizeof(*a));
}

struct state {
	size_t size;
	uint32_t *keys, *work, *spare;
};

/* From the bottom up, between two arrays; result: the sum of key times place. */
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

BD_FAMILY("MergeSort", run, (1000, 5000), .tags = "sort", .setup = setup, .teardown = teardown,
	.verify = verify)
