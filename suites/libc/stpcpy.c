/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define COUNT 2048

static char *(*volatile append)(char *, const char *) = stpcpy;

struct state {
	char *strings, *joined;
};

/* Joins 2048 compound words with commas. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		char *at = s->joined;

		for (size_t k = 0; k < COUNT; k++) {
			at = append(at, s->strings + k * SLOT);
			*at++ = ',';
		}
		*at = '\0';
		length = (uint64_t)(at - s->joined);
		bd_keep(length);
	}
	bd_result(b, length);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	s->strings = strings_make(COUNT, 9);
	s->joined = bd_alloc(COUNT * SLOT);
	b->items = COUNT;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (s) {
		free(s->strings);
		free(s->joined);
		free(s);
	}
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t length = 0;

	for (size_t k = 0; k < COUNT; k++) {
		for (const char *c = s->strings + k * SLOT; *c; c++)
			if (s->joined[length++] != *c)
				return bd_wrong(b, "word %zu is not in its place", k);
		if (s->joined[length++] != ',')
			return bd_wrong(b, "no comma after word %zu", k);
	}
	return bd_expect(b, length);
}

BD_BENCHMARK("StpcpyJoin", run, .tags = "string", .setup = setup, .teardown = teardown,
	.verify = verify)
