/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <xxhash.h>

enum { SIZE = 262144 };

struct state {
	XXH3_state_t *stream;
	unsigned char *data;
};

/* 256 KiB in pieces of b->arg bytes. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t value = 0;
	size_t piece = (size_t)b->arg;

	for (uint64_t i = 0; i < n; i++) {
		XXH3_64bits_reset(s->stream);
		for (size_t at = 0; at < SIZE; at += piece) {
			size_t rest = SIZE - at;

			XXH3_64bits_update(
				s->stream, s->data + at, rest < piece ? rest : piece);
		}
		value = XXH3_64bits_digest(s->stream);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 2;

	s->data = bd_alloc(SIZE);
	for (int i = 0; i < SIZE; i++)
		s->data[i] = (unsigned char)bd_random(&random);
	s->stream = XXH3_createState();
	return s->stream ? 0 : bd_skip(b, "XXH3_createState failed");
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	XXH3_freeState(s->stream);
	free(s->data);
	free(s);
}

/* The hash of all bytes at once. */
static int verify(struct bd *b)
{
	struct state *s = b->state;

	return bd_expect(b, XXH3_64bits(s->data, SIZE));
}

BD_FAMILY("Xxh3Stream", run, (100, 1024, 16384), .tags = "hash,stream", .bytes = SIZE,
	.setup = setup, .teardown = teardown, .verify = verify)
