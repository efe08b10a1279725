/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 1000, NODES = WORDS * TEXT_LONGEST + 2 };

struct node {
	uint16_t child[26];
	uint16_t count; /* words that end here */
};

struct state {
	char word[WORDS][TEXT_LONGEST + 2];
	struct node nodes[NODES]; /* 0: none, 1: the root */
	unsigned used;
};

static void insert(struct state *s, const char *word)
{
	unsigned at = 1;

	for (; *word; word++) {
		uint16_t *child = &s->nodes[at].child[*word - 'a'];

		if (!*child) {
			*child = (uint16_t)++s->used;
			memset(&s->nodes[*child], 0, sizeof(s->nodes[*child]));
		}
		at = *child;
	}
	s->nodes[at].count++;
}

static unsigned look_up(const struct state *s, const char *word)
{
	unsigned at = 1;

	for (; *word && at; word++)
		at = s->nodes[at].child[*word - 'a'];
	return s->nodes[at].count;
}

/* Inserts 1,000 words, looks up all; result: the sum of what each finds. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		s->used = 1;
		memset(&s->nodes[1], 0, sizeof(s->nodes[1]));
		for (int k = 0; k < WORDS; k++)
			insert(s, s->word[k]);
		sum = 0;
		for (int k = 0; k < WORDS; k++)
			sum += look_up(s, s->word[k]);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 29;

	for (int k = 0; k < WORDS; k++)
		text_word(s->word[k], text_pick(&random));
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* How often is each word there, word by word? */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (int k = 0; k < WORDS; k++) {
		for (int j = 0; j < WORDS; j++)
			sum += strcmp(s->word[k], s->word[j]) == 0;
	}
	return bd_expect(b, sum);
}

BD_BENCHMARK("Trie", run, .tags = "text,tree", .items = 2 * WORDS, .setup = setup,
	.teardown = teardown, .verify = verify)
