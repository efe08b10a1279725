/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { WORDS = 624, OFFSET = 397, DRAWS = 10000 };

struct state {
	uint32_t word[WORDS];
	int next;
};

static void start(struct state *s, uint32_t seed)
{
	s->word[0] = seed;
	for (uint32_t i = 1; i < WORDS; i++) {
		uint32_t last = s->word[i - 1];

		s->word[i] = 1812433253U * (last ^ last >> 30) + i;
	}
	s->next = WORDS;
}

static void refill(struct state *s)
{
	for (int i = 0; i < WORDS; i++) {
		uint32_t mixed =
			(s->word[i] & 0x80000000U) | (s->word[(i + 1) % WORDS] & 0x7fffffffU);

		s->word[i] = s->word[(i + OFFSET) % WORDS] ^ mixed >> 1 ^
			     (mixed & 1 ? 0x9908b0dfU : 0);
	}
	s->next = 0;
}

static uint32_t draw(struct state *s)
{
	if (s->next == WORDS)
		refill(s);
	uint32_t x = s->word[s->next++];

	x ^= x >> 11;
	x ^= x << 7 & 0x9d2c5680U;
	x ^= x << 15 & 0xefc60000U;
	return x ^ x >> 18;
}

/* MT19937 (Matsumoto, Nishimura 1998) with its usual seed; result: the 10,000th number. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint32_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		start(s, 5489);
		for (int k = 0; k < DRAWS; k++)
			value = draw(s);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc(sizeof(struct state));
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	/* The value that the C++ standard demands of std::mt19937. */
	return bd_expect(b, 4123659995U);
}

BD_BENCHMARK("MersenneTwister", run, .tags = "integer,random", .items = DRAWS, .setup = setup,
	.teardown = teardown, .verify = verify)
