/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 16384 };

struct state {
	uint32_t input[16];
	unsigned char out[SIZE];
};

static uint32_t turn(uint32_t x, int by)
{
	return x << by | x >> (32 - by);
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
	x[a] += x[b];
	x[d] = turn(x[d] ^ x[a], 16);
	x[c] += x[d];
	x[b] = turn(x[b] ^ x[c], 12);
	x[a] += x[b];
	x[d] = turn(x[d] ^ x[a], 8);
	x[c] += x[d];
	x[b] = turn(x[b] ^ x[c], 7);
}

static void block(const uint32_t *input, unsigned char *out)
{
	uint32_t x[16];

	memcpy(x, input, sizeof(x));
	for (int round = 0; round < 10; round++) {
		for (int k = 0; k < 4; k++)
			quarter(x, k, 4 + k, 8 + k, 12 + k);
		for (int k = 0; k < 4; k++)
			quarter(x, k, 4 + (k + 1) % 4, 8 + (k + 2) % 4, 12 + (k + 3) % 4);
	}
	for (int k = 0; k < 16; k++) {
		uint32_t word = x[k] + input[k];

		for (int i = 0; i < 4; i++)
			*out++ = (unsigned char)(word >> 8 * i);
	}
}

static uint64_t first_bytes(const unsigned char *p)
{
	uint64_t value = 0;

	for (int i = 0; i < 8; i++)
		value = value << 8 | p[i];
	return value;
}

/* 16 KiB of key stream (RFC 8439), block 1 first; result: its first and last bytes. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < SIZE / 64; k++) {
			s->input[12] = k + 1;
			block(s->input, s->out + (size_t)k * 64);
		}
		bd_clobber();
	}
	bd_result(b, first_bytes(s->out) ^ first_bytes(s->out + SIZE - 8));
}

/* Key and nonce of the RFC's first example (2.3.2). */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	s->input[0] = 0x61707865;
	s->input[1] = 0x3320646e;
	s->input[2] = 0x79622d32;
	s->input[3] = 0x6b206574;
	for (uint32_t k = 0; k < 8; k++)
		s->input[4 + k] = 0x03020100 + 0x04040404 * k;
	s->input[13] = 0x09000000;
	s->input[14] = 0x4a000000;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	/* The first eight bytes stand in the RFC, the last as `openssl enc -chacha20` gives. */
	return bd_expect(b, 0x10f1e7e4d13b5915 ^ 0x3f8518c9cd9a78ae);
}

BD_BENCHMARK("ChaCha20", run, .tags = "integer,crypto", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
