/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { SIZE = 65536, CHUNK = 1024 };

struct state {
	ZSTD_DCtx *context;
	size_t packed_size;
	char text[SIZE], packed[SIZE], piece[CHUNK];
};

/* Adds up every 64th byte that comes out, times its place; 0 for a broken frame. */
static uint64_t feed(struct state *s)
{
	uint64_t mix = 0;
	size_t left = 1, total = 0;

	ZSTD_DCtx_reset(s->context, ZSTD_reset_session_only);
	for (size_t at = 0; at < s->packed_size; at += CHUNK) {
		size_t rest = s->packed_size - at;
		ZSTD_inBuffer in = { s->packed + at, rest < CHUNK ? rest : CHUNK, 0 };
		ZSTD_outBuffer out = { s->piece, CHUNK, 0 };

		do {
			out.pos = 0;
			left = ZSTD_decompressStream(s->context, &out, &in);
			if (ZSTD_isError(left))
				return 0;
			for (size_t k = -total % 64; k < out.pos; k += 64)
				mix += (unsigned char)s->piece[k] * (total + k + 1);
			total += out.pos;
		} while (in.pos < in.size || (left && out.pos == CHUNK));
	}
	return left ? 0 : mix;
}

/* 64 KiB of text out of a frame that arrives in pieces of one KiB. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = feed(b->state);
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 6);
	s->packed_size = ZSTD_compress(s->packed, SIZE, s->text, SIZE, 3);
	s->context = ZSTD_createDCtx();
	if (!s->context || ZSTD_isError(s->packed_size))
		return bd_skip(b, "ZSTD_compress or ZSTD_createDCtx failed");
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	ZSTD_freeDCtx(s->context);
	free(s);
}

/* Pieces of other lengths than CHUNK would be looked at elsewhere: zstd gives full ones here.
 */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (size_t k = 0; k < SIZE; k += 64)
		mix += (unsigned char)s->text[k] * (k + 1);
	return bd_expect(b, mix);
}

BD_BENCHMARK("StreamDecompress", run, .tags = "codec,decompress,stream", .bytes = SIZE,
	.setup = setup, .teardown = teardown, .verify = verify)
