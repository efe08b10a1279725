/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { SIZE = 16384, ROOM = SIZE + SIZE / 128 + 512 };

struct state {
	ZSTD_CCtx *context;
	char text[SIZE], packed[ROOM], again[SIZE];
};

/* 16 KiB of text at level b->arg; result: the compressed size. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	size_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		size = ZSTD_compressCCtx(
			s->context, s->packed, ROOM, s->text, SIZE, (int)b->arg);
		bd_keep(size);
	}
	bd_result(b, size);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 1);
	s->context = ZSTD_createCCtx();
	if (!s->context)
		return bd_skip(b, "ZSTD_createCCtx failed");
	/* The first frames allocate tables, and the branch predictor learns the text. */
	run(b, 100);
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	ZSTD_freeCCtx(s->context);
	free(s);
}

/* The frame is as long as its own header and blocks say, and decompresses to the text. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	size_t frame = ZSTD_findFrameCompressedSize(s->packed, ROOM);

	if (ZSTD_isError(frame) || ZSTD_decompress(s->again, SIZE, s->packed, frame) != SIZE ||
		memcmp(s->again, s->text, SIZE) != 0)
		return bd_wrong(b, "does not decompress to the same text");
	if (frame > SIZE / 2)
		return bd_wrong(b, "hardly compressed: %zu bytes", frame);
	return bd_expect(b, frame);
}

BD_FAMILY("Compress", run, (1, 3, 6, 9), .tags = "codec,compress", .bytes = SIZE,
	.setup = setup, .teardown = teardown, .verify = verify)
