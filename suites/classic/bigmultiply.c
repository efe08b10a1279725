/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 256 };

struct state {
	int size; /* words of each factor */
	uint32_t a[MOST], b[MOST], product[2 * MOST];
};

static void multiply(struct state *s)
{
	memset(s->product, 0, sizeof(s->product));
	for (int i = 0; i < s->size; i++) {
		uint64_t carry = 0;

		for (int j = 0; j < s->size; j++) {
			carry += (uint64_t)s->a[i] * s->b[j] + s->product[i + j];
			s->product[i + j] = (uint32_t)carry;
			carry >>= 32;
		}
		s->product[i + s->size] = (uint32_t)carry;
	}
}

/* The product of two numbers of b->arg words of 32 bits; result: its highest 64 bits. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		multiply(s);
		bd_clobber();
	}
	bd_result(b, (uint64_t)s->product[2 * s->size - 1] << 32 | s->product[2 * s->size - 2]);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 22;

	s->size = (int)b->arg;
	for (int i = 0; i < s->size; i++) {
		s->a[i] = (uint32_t)bd_random(&random);
		s->b[i] = (uint32_t)bd_random(&random);
	}
	b->items = (double)s->size * s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static unsigned byte(const uint32_t *words, int k)
{
	return words[k / 4] >> k % 4 * 8 & 255;
}

/* Column by column, in bytes. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	int bytes = s->size * 4;
	uint64_t carry = 0, high = 0;

	for (int k = 0; k < 2 * bytes; k++) {
		for (int i = k < bytes ? 0 : k - bytes + 1; i <= k && i < bytes; i++)
			carry += byte(s->a, i) * byte(s->b, k - i);
		if (byte(s->product, k) != (carry & 255))
			return bd_wrong(b, "byte %d is wrong", k);
		high = high >> 8 | (carry & 255) << 56;
		carry >>= 8;
	}
	return bd_expect(b, high);
}

BD_FAMILY("BigMultiply", run, (64, 256), .tags = "integer,arithmetic", .setup = setup,
	.teardown = teardown, .verify = verify)
