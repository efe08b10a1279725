/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>
/* XXH3_generateSecret_fromSeed() is exported, but declared only so. */
#define XXH_STATIC_LINKING_ONLY
#include <xxhash.h>

enum { SECRET = 192, SEEDS = 512, SIZE = 512 };

struct state {
	unsigned char data[SIZE], secret[SECRET];
};

/* 512 seeds: each makes a secret, which hashes 512 bytes; result: all combined. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = 0;
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			XXH3_generateSecret_fromSeed(s->secret, seed);
			mix = mix * 31 +
			      XXH3_64bits_withSecret(s->data, SIZE, s->secret, SECRET);
		}
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 4;

	for (int i = 0; i < SIZE; i++)
		s->data[i] = (unsigned char)bd_random(&random);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* For more than 240 bytes a seed is documented to do just that. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++)
		mix = mix * 31 + XXH3_64bits_withSeed(s->data, SIZE, seed);
	return bd_expect(b, mix);
}

BD_BENCHMARK("Xxh3Secret", run, .tags = "hash", .items = SEEDS, .setup = setup,
	.teardown = teardown, .verify = verify)
