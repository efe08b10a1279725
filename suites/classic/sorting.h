/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLASSIC_SORTING_H
#define CLASSIC_SORTING_H

#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

/*
 * The keys that each sort of this suite gets, and the check of what it made of them. A file
 * that includes this registers a run that hands its sort to sorting_run().
 */
struct sorting {
	size_t size;
	uint32_t *keys, *work, *spare;
};

static inline int sorting_setup(struct bd *b)
{
	struct sorting *s = b->state = bd_alloc(sizeof(*s));
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

static inline void sorting_teardown(struct bd *b)
{
	struct sorting *s = b->state;

	free(s->keys);
	free(s->work);
	free(s->spare);
	free(s);
}

/* The sum of key times place. */
static inline uint64_t sorting_sum(const uint32_t *keys, size_t size)
{
	uint64_t sum = 0;

	for (size_t k = 0; k < size; k++)
		sum += keys[k] * (uint64_t)(k + 1);
	return sum;
}

static inline int sorting_compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static inline int sorting_verify(struct bd *b)
{
	struct sorting *s = b->state;

	qsort(s->keys, s->size, sizeof(*s->keys), sorting_compare);
	if (memcmp(s->keys, s->work, s->size * sizeof(*s->keys)) != 0)
		return bd_wrong(b, "not in the order that qsort gives");
	return bd_expect(b, sorting_sum(s->keys, s->size));
}

/* Sorts a copy of the keys n times. `sort` is inlined where the compiler finds that good, as
 * the pointer is a constant in each file. */
static inline void sorting_run(
	struct bd *b, uint64_t n, void (*sort)(uint32_t *keys, uint32_t *spare, size_t size))
{
	struct sorting *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->keys, s->size * sizeof(*s->work));
		sort(s->work, s->spare, s->size);
		sum = sorting_sum(s->work, s->size);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

#endif
