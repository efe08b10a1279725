/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { WORDS = 4096 };

/* Clears the lowest bit until none is left (Wegner 1960). */
static uint64_t count_sparse(uint64_t word)
{
	uint64_t count = 0;

	for (; word; word &= word - 1)
		count++;
	return count;
}

/* Sums of 2, 4 and 8 neighbouring bits, then all bytes with one product. */
static uint64_t count_sums(uint64_t word)
{
	word -= word >> 1 & 0x5555555555555555;
	word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
	word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return word * 0x0101010101010101 >> 56;
}

/* Counts the bits of 4,096 words: 1 bit by bit, 2 by sums. */
static void run(struct bd *b, uint64_t n)
{
	const uint64_t *words = b->state;
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		count = 0;
		for (int k = 0; k < WORDS; k++)
			count += b->arg == 1 ? count_sparse(words[k]) : count_sums(words[k]);
		bd_keep(count);
	}
	bd_result(b, count);
}

static int setup(struct bd *b)
{
	uint64_t *words = b->state = bd_alloc(WORDS * sizeof(*words)), random = 28;

	for (int k = 0; k < WORDS; k++)
		words[k] = bd_random(&random);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	const uint64_t *words = b->state;
	uint64_t count = 0;

	for (int k = 0; k < WORDS * 64; k++)
		count += words[k / 64] >> k % 64 & 1;
	return bd_expect(b, count);
}

BD_FAMILY("BitCount", run, (1, 2), .tags = "integer,bits", .items = WORDS, .setup = setup,
	.teardown = teardown, .verify = verify)
