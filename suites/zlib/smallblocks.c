/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { BLOCKS = 16, BLOCK = 256, ROOM = 512 };

struct state {
	z_stream stream;
	unsigned char text[BLOCKS * BLOCK], packed[BLOCKS][ROOM], again[BLOCK];
	uLong size[BLOCKS];
};

/* 16 messages of 256 bytes, each a raw stream of its own; result: the sum of their sizes. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t total = 0;

	for (uint64_t i = 0; i < n; i++) {
		total = 0;
		for (int k = 0; k < BLOCKS; k++) {
			deflateReset(&s->stream);
			s->stream.next_in = s->text + k * BLOCK;
			s->stream.avail_in = BLOCK;
			s->stream.next_out = s->packed[k];
			s->stream.avail_out = ROOM;
			bd_keep(deflate(&s->stream, Z_FINISH));
			total += s->size[k] = s->stream.total_out;
		}
	}
	bd_result(b, total);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill((char *)s->text, sizeof(s->text), 6);
	/* A small window, as for messages: 512 bytes, one KiB of hash. */
	if (deflateInit2(&s->stream, 6, Z_DEFLATED, -9, 1, Z_DEFAULT_STRATEGY) != Z_OK)
		return bd_skip(b, "deflateInit2 failed");
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	deflateEnd(&s->stream);
	free(s);
}

/* The size of block k as inflate sees it, 0 if it is not the text. */
static uLong check(struct state *s, int k)
{
	z_stream stream = { 0 };
	int code;

	if (inflateInit2(&stream, -15) != Z_OK)
		return 0;
	stream.next_in = s->packed[k];
	stream.avail_in = ROOM;
	stream.next_out = s->again;
	stream.avail_out = BLOCK;
	code = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	if (code != Z_STREAM_END || memcmp(s->again, s->text + k * BLOCK, BLOCK) != 0)
		return 0;
	return stream.total_in;
}

static int verify(struct bd *b)
{
	uint64_t total = 0;

	for (int k = 0; k < BLOCKS; k++) {
		uLong size = check(b->state, k);

		if (!size)
			return bd_wrong(b, "message %d does not inflate to the same text", k);
		total += size;
	}
	return bd_expect(b, total);
}

BD_BENCHMARK("DeflateMessages", run, .tags = "codec,compress", .items = BLOCKS,
	.bytes = BLOCKS * BLOCK, .setup = setup, .teardown = teardown, .verify = verify)
