/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <xxhash.h>

enum { WORDS = 10000, ROOM = 16 };

struct state {
	char word[WORDS][ROOM];
	size_t length[WORDS];
};

/* Hashes 10,000 short words, as a table of strings does; result: their sum. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (int k = 0; k < WORDS; k++)
			sum += XXH3_64bits(s->word[k], s->length[k]);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 3;

	for (int k = 0; k < WORDS; k++)
		s->length[k] = text_word(s->word[k], text_pick(&random));
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The same through the stream, a byte at a time. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	XXH3_state_t *stream = XXH3_createState();
	uint64_t sum = 0;

	for (int k = 0; stream && k < WORDS; k++) {
		XXH3_64bits_reset(stream);
		for (size_t i = 0; i < s->length[k]; i++)
			XXH3_64bits_update(stream, s->word[k] + i, 1);
		sum += XXH3_64bits_digest(stream);
	}
	XXH3_freeState(stream);
	return bd_expect(b, sum);
}

BD_BENCHMARK("Xxh3Words", run, .tags = "hash,text", .items = WORDS, .setup = setup,
	.teardown = teardown, .verify = verify)
