/* SPDX-License-Identifier: MIT */
/* Every part of a benchmark: docs/HARNESS.md of bdriver. */
#include "words.h"

#include <bdriver/bench.h>
#include <stdlib.h>

static int make_text(struct bd *b)
{
	char *text = bd_alloc((size_t)b->arg);
	uint64_t seed = 42;

	for (long i = 0; i < b->arg; i++)
		text[i] = i % 5 == 4 ? ' ' : (char)('a' + bd_random(&seed) % 26);
	b->state = text;
	b->bytes = (double)b->arg;
	return 0;
}

/* What is measured: the work, n times. */
static void run(struct bd *b, uint64_t n)
{
	size_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		bd_keep(count = count_words(b->state, (size_t)b->arg));
		bd_clobber();
	}
	bd_result(b, count);
}

static int check(struct bd *b)
{
	return bd_expect(b, (uint64_t)b->arg / 5);
}

static void free_text(struct bd *b)
{
	free(b->state);
}

BD_FAMILY("CountWords", run, (1000, 100000), .tags = "text", .setup = make_text,
	.verify = check, .teardown = free_text)
