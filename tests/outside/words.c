/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <bdriver/bench.h>
#include <stdlib.h>
#include <string.h>

struct text {
	size_t size;
	char words[];
};

static int make_text(struct bd *b)
{
	struct text *text = bd_alloc(sizeof(*text) + (size_t)b->arg + 1);
	uint64_t seed = 42;

	text->size = (size_t)b->arg;
	for (size_t i = 0; i < text->size; i++)
		text->words[i] = i % 5 == 4 ? ' ' : (char)('a' + bd_random(&seed) % 26);
	b->state = text;
	b->bytes = (double)b->arg;
	return 0;
}

/* What is measured: the work, n times. */
static void count_words(struct bd *b, uint64_t n)
{
	const struct text *text = b->state;
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		count = 0;
		for (size_t k = 0; k < text->size; k++)
			count += text->words[k] == ' ';
		bd_keep(count);
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

BD_FAMILY("CountWords", count_words, (1000, 100000), .tags = "text", .setup = make_text,
	.verify = check, .teardown = free_text)
