/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 65536, LENGTH = 8 };

struct state {
	char text[SIZE];
	char pattern[LENGTH + 1];
	int border[LENGTH + 1]; /* longest proper border of each prefix */
};

static void prepare(struct state *s)
{
	int k = s->border[0] = -1;

	for (int i = 0; i < LENGTH; i++) {
		while (k >= 0 && s->pattern[k] != s->pattern[i])
			k = s->border[k];
		s->border[i + 1] = ++k;
	}
}

static uint64_t matches(const struct state *s)
{
	uint64_t count = 0;
	int k = 0;

	for (int i = 0; i < SIZE; i++) {
		while (k >= 0 && s->pattern[k] != s->text[i])
			k = s->border[k];
		if (++k == LENGTH) {
			count++;
			k = s->border[k];
		}
	}
	return count;
}

/* Counts a pattern of eight letters, overlaps too, in text of few letters. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		prepare(s);
		count = matches(s);
		bd_keep(count);
	}
	bd_result(b, count);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 18;

	for (int i = 0; i < SIZE; i++)
		s->text[i] = bd_random(&random) % 3 ? 'a' : 'b';
	memcpy(s->pattern, "aabaabaa", LENGTH + 1);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t count = 0;

	for (int i = 0; i + LENGTH <= SIZE; i++)
		count += !memcmp(s->text + i, s->pattern, LENGTH);
	return count ? bd_expect(b, count) : bd_wrong(b, "the pattern is not in the text");
}

BD_BENCHMARK("KnuthMorrisPratt", run, .tags = "text,search", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
