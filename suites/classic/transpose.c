/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

struct state {
	int size;
	uint32_t *from, *to;
};

/* Copies a matrix of b->arg rows turned over, in tiles of 16 by 16; result: a corner. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	int size = s->size;

	for (uint64_t i = 0; i < n; i++) {
		for (int tile = 0; tile < size * size / 256; tile++) {
			int y0 = tile / (size / 16) * 16, x0 = tile % (size / 16) * 16;

			for (int y = y0; y < y0 + 16; y++) {
				for (int x = x0; x < x0 + 16; x++)
					s->to[x * size + y] = s->from[y * size + x];
			}
		}
		bd_clobber();
	}
	bd_result(b, (uint64_t)s->to[size - 1] << 32 | s->to[size * (size - 1)]);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 30;
	size_t count = (size_t)b->arg * (size_t)b->arg;

	s->size = (int)b->arg;
	s->from = bd_alloc(count * sizeof(*s->from));
	s->to = bd_alloc(count * sizeof(*s->to));
	for (size_t k = 0; k < count; k++)
		s->from[k] = (uint32_t)bd_random(&random);
	b->bytes = (double)(count * sizeof(*s->from));
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->from);
	free(s->to);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	int size = s->size;

	for (int k = 0; k < size * size; k++) {
		if (s->to[k] != s->from[k % size * size + k / size])
			return bd_wrong(b, "element %d is wrong", k);
	}
	return bd_expect(b, (uint64_t)s->from[size * (size - 1)] << 32 | s->from[size - 1]);
}

BD_FAMILY("Transpose", run, (128, 256, 512), .tags = "memory,matrix", .setup = setup,
	.teardown = teardown, .verify = verify)
