/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { SIZE = 65536, CHUNK = 1024 };

struct state {
	ZSTD_CCtx *context;
	char text[SIZE], packed[SIZE], again[SIZE];
};

/* The size of the frame, 0 if there is no room. */
static size_t feed(struct state *s)
{
	ZSTD_outBuffer out = { s->packed, SIZE, 0 };
	size_t left = 1;

	ZSTD_CCtx_reset(s->context, ZSTD_reset_session_only);
	for (size_t at = 0; at < SIZE; at += CHUNK) {
		ZSTD_inBuffer in = { s->text + at, CHUNK, 0 };
		ZSTD_EndDirective mode = at + CHUNK < SIZE ? ZSTD_e_continue : ZSTD_e_end;

		do {
			left = ZSTD_compressStream2(s->context, &out, &in, mode);
		} while (!ZSTD_isError(left) && (in.pos < CHUNK || (mode && left)));
	}
	return left ? 0 : out.pos;
}

/* 64 KiB of text in pieces of one KiB; result: the compressed size. */
static void run(struct bd *b, uint64_t n)
{
	size_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		size = feed(b->state);
		bd_keep(size);
	}
	bd_result(b, size);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 5);
	s->context = ZSTD_createCCtx();
	if (!s->context)
		return bd_skip(b, "ZSTD_createCCtx failed");
	ZSTD_CCtx_setParameter(s->context, ZSTD_c_compressionLevel, 1);
	ZSTD_CCtx_setParameter(s->context, ZSTD_c_windowLog, 17);
	ZSTD_CCtx_setParameter(s->context, ZSTD_c_checksumFlag, 1);
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	ZSTD_freeCCtx(s->context);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	size_t frame = ZSTD_findFrameCompressedSize(s->packed, SIZE);

	if (ZSTD_isError(frame) || ZSTD_decompress(s->again, SIZE, s->packed, frame) != SIZE ||
		memcmp(s->again, s->text, SIZE) != 0)
		return bd_wrong(b, "does not decompress to the same text");
	return bd_expect(b, frame);
}

BD_BENCHMARK("StreamCompress", run, .tags = "codec,compress,stream", .bytes = SIZE,
	.setup = setup, .teardown = teardown, .verify = verify)
