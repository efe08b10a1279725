/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the malloc benchmarks share: a table of blocks, each with its number written at both
 * ends. The table escapes, so that the compiler cannot leave out a pair of malloc and free.
 */
#ifndef LIBC_BLOCKS_H
#define LIBC_BLOCKS_H

#include "suites/libc/data.h"

#define BLOCKS 1024

struct blocks {
	unsigned char *at[BLOCKS];
	size_t size[BLOCKS];
	unsigned order[BLOCKS];
	unsigned char *(*volatile take)(size_t);
};

static inline unsigned char *blocks_malloc(size_t size)
{
	return malloc(size);
}

/* Sizes from low to high bytes; an order of 0, 1, 2 ... */
static inline struct blocks *blocks_make(struct bd *b, size_t low, size_t high)
{
	struct blocks *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 17;

	s->take = blocks_malloc;
	for (unsigned k = 0; k < BLOCKS; k++) {
		s->size[k] = low + bd_random(&seed) % (high - low + 1);
		s->order[k] = k;
	}
	b->items = BLOCKS;
	return s;
}

/* Takes block k and writes its number at both ends. */
static inline void blocks_take(struct blocks *s, unsigned k)
{
	unsigned char *p = s->take(s->size[k]);

	if (!p)
		abort();
	p[s->size[k] - 1] = (unsigned char)k;
	p[0] = (unsigned char)k;
	s->at[k] = p;
}

/* Frees block k; returns the sum of what stood at its ends. */
static inline uint64_t blocks_give(struct blocks *s, unsigned k)
{
	unsigned char *p = s->at[k];
	uint64_t sum = (uint64_t)p[0] + p[s->size[k] - 1];

	free(p);
	s->at[k] = NULL;
	return sum;
}

/* The sum over all blocks, for verify. */
static inline uint64_t blocks_sum(void)
{
	uint64_t sum = 0;

	for (unsigned k = 0; k < BLOCKS; k++)
		sum += 2 * (uint64_t)(k & 255);
	return sum;
}

static inline int blocks_verify(struct bd *b)
{
	struct blocks *s = b->state;

	for (unsigned k = 0; k < BLOCKS; k++)
		if (s->at[k])
			return bd_wrong(b, "block %u was not freed", k);
	return bd_expect(b, blocks_sum());
}

#endif
