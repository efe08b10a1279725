/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <stdio.h>

#define COUNT 512
#define WIDTH 24

struct state {
	int value[COUNT];
	char text[COUNT][WIDTH];
};

/* Prints 512 integers of all lengths. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		length = 0;
		for (size_t k = 0; k < COUNT; k++)
			length += (uint64_t)snprintf(s->text[k], WIDTH, "%d", s->value[k]);
		bd_keep(length);
		bd_clobber();
	}
	bd_result(b, length);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 20;

	for (size_t k = 0; k < COUNT; k++) {
		unsigned bits = (unsigned)(bd_random(&seed) % 31);
		int v = (int)(bd_random(&seed) & ((1U << bits) - 1));

		s->value[k] = k % 2 ? v : -v;
	}
	b->items = COUNT;
	return 0;
}

/* Reads every text digit by digit. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t length = 0;

	for (size_t k = 0; k < COUNT; k++) {
		const char *c = s->text[k];
		long sign = *c == '-' ? -1 : 1, v = 0;

		for (c += *c == '-'; *c; c++)
			v = 10 * v + (*c - '0');
		if (sign * v != s->value[k])
			return bd_wrong(b, "%d was printed as %s", s->value[k], s->text[k]);
		length += (uint64_t)(c - s->text[k]);
	}
	return bd_expect(b, length);
}

BD_BENCHMARK("SnprintfInts", run, .tags = "stdio,format", .setup = setup,
	.teardown = free_state, .verify = verify)
