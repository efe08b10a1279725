/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { SIZE = 32768, ROOM = SIZE + 1024 };

struct state {
	ZSTD_CCtx *context;
	char noise[SIZE], packed[ROOM];
};

/* Random bytes, which zstd must notice and store; result: the size. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	size_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		size = ZSTD_compressCCtx(s->context, s->packed, ROOM, s->noise, SIZE, 3);
		bd_keep(size);
	}
	bd_result(b, size);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 7;

	for (int i = 0; i < SIZE; i++)
		s->noise[i] = (char)bd_random(&random);
	s->context = ZSTD_createCCtx();
	return s->context ? 0 : bd_skip(b, "ZSTD_createCCtx failed");
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	ZSTD_freeCCtx(s->context);
	free(s);
}

/* One raw block: the bytes themselves stand at the end, behind some bytes of header. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	size_t header = 0;

	while (header < 32 && memcmp(s->packed + header, s->noise, SIZE) != 0)
		header++;
	if (header < 6 || header == 32)
		return bd_wrong(b, "the bytes were not stored");
	return bd_expect(b, SIZE + header);
}

BD_BENCHMARK("CompressNoise", run, .tags = "codec,compress", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
