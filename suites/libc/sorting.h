/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sorting benchmarks share: input, work area and a second opinion. */
#ifndef LIBC_SORTING_H
#define LIBC_SORTING_H

#include "suites/libc/data.h"

struct sorting {
	int *input, *work;
	size_t count;
};

static inline struct sorting *sorting_make(struct bd *b, size_t count)
{
	struct sorting *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 12;

	s->count = count;
	s->input = bd_alloc(count * sizeof(int));
	s->work = bd_alloc(count * sizeof(int));
	for (size_t i = 0; i < count; i++)
		s->input[i] = (int)(bd_random(&seed) % 1000000);
	b->items = (double)count;
	return s;
}

static inline void sorting_teardown(struct bd *b)
{
	struct sorting *s = b->state;

	if (s) {
		free(s->input);
		free(s->work);
		free(s);
	}
}

static inline int sorting_order(const void *x, const void *y)
{
	int a = *(const int *)x, b = *(const int *)y;

	return (a > b) - (a < b);
}

/* A few values of the sorted array, so that the timed part stays qsort's. */
static inline uint64_t sorting_digest(const int *sorted, size_t count)
{
	uint64_t digest = 0;

	for (size_t k = 0; k < 8; k++)
		digest = digest * 1000003 + (uint64_t)sorted[k * (count - 1) / 7];
	return digest;
}

/* Shell's sort: slow enough to be simple, quick enough for 100,000 numbers. */
static inline void sorting_slowly(int *a, size_t count)
{
	for (size_t gap = count / 2; gap; gap = gap == 2 ? 1 : gap * 5 / 11) {
		for (size_t i = gap; i < count; i++) {
			int v = a[i];
			size_t k = i;

			for (; k >= gap && a[k - gap] > v; k -= gap)
				a[k] = a[k - gap];
			a[k] = v;
		}
	}
}

/* Holds the work area against the input sorted in another way, and the result against both. */
static inline int sorting_verify(struct bd *b)
{
	struct sorting *s = b->state;

	sorting_slowly(s->input, s->count);
	if (memcmp(s->input, s->work, s->count * sizeof(int)) != 0)
		return bd_wrong(b, "%zu numbers are not sorted", s->count);
	return bd_expect(b, sorting_digest(s->input, s->count));
}

#endif
