/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define SIZE ((size_t)8 * 1024)

struct state {
	char *text, *work;
};

/* Splits a copy of a text into words; counts them and adds up their first letters. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t words = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		char *save;

		words = sum = 0;
		memcpy(s->work, s->text, SIZE);
		for (char *w = strtok_r(s->work, " \n", &save); w;
			w = strtok_r(NULL, " \n", &save)) {
			words++;
			sum += (unsigned char)*w;
		}
		bd_keep(sum);
	}
	bd_result(b, words << 32 | sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	s->text = text_make(SIZE, 10);
	s->work = bd_alloc(SIZE);
	b->bytes = (double)SIZE;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (s) {
		free(s->text);
		free(s->work);
		free(s);
	}
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t words = 0, sum = 0;

	for (size_t i = 0; s->text[i]; i++)
		if (s->text[i] != ' ' && (i == 0 || s->text[i - 1] == ' ')) {
			words++;
			sum += (unsigned char)s->text[i];
		}
	return bd_expect(b, words << 32 | sum);
}

BD_BENCHMARK("StrtokWords", run, .tags = "string", .setup = setup, .teardown = teardown,
	.verify = verify)
