/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/classic/sorting.h"

struct state {
	long size, used;
	uint32_t *keys, *heap;
};

static void push(struct state *s, uint32_t key)
{
	long k = s->used++;

	for (; k > 0 && s->heap[(k - 1) / 2] > key; k = (k - 1) / 2)
		s->heap[k] = s->heap[(k - 1) / 2];
	s->heap[k] = key;
}

static uint32_t pop(struct state *s)
{
	uint32_t top = s->heap[0], last = s->heap[--s->used];
	long k = 0;

	for (long child = 1; child < s->used; child = 2 * k + 1) {
		if (child + 1 < s->used && s->heap[child + 1] < s->heap[child])
			child++;
		if (s->heap[child] >= last)
			break;
		s->heap[k] = s->heap[child];
		k = child;
	}
	s->heap[k] = last;
	return top;
}

/* Pushes b->arg keys, pops all; result: the sum of key times place. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		for (long k = 0; k < s->size; k++)
			push(s, s->keys[k]);
		sum = 0;
		for (uint64_t place = 1; s->used; place++)
			sum += pop(s) * place;
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 15;

	s->size = b->arg;
	s->keys = bd_alloc((size_t)s->size * sizeof(*s->keys));
	s->heap = bd_alloc((size_t)s->size * sizeof(*s->heap));
	for (long k = 0; k < s->size; k++)
		s->keys[k] = (uint32_t)bd_random(&random);
	b->items = (double)s->size;
	/* The branch predictor learns these keys: it should have done so before the first
	 * sample. */
	run(b, s->size > 1000 ? 200 : 400);
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->keys);
	free(s->heap);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;

	qsort(s->keys, (size_t)s->size, sizeof(*s->keys), sorting_compare);
	return bd_expect(b, sorting_sum(s->keys, (size_t)s->size));
}

BD_FAMILY("BinaryHeap", run, (1000, 5000), .tags = "tree,sort", .setup = setup,
	.teardown = teardown, .verify = verify)
