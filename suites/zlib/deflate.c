/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIZE = 8192, ROOM = 2 * SIZE };

struct state {
	z_stream stream;
	unsigned char text[SIZE], packed[ROOM], again[SIZE];
};

/* 8 KiB of text at level b->arg with one stream for all; result: the compressed size. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		deflateReset(&s->stream);
		s->stream.next_in = s->text;
		s->stream.avail_in = SIZE;
		s->stream.next_out = s->packed;
		s->stream.avail_out = ROOM;
		bd_keep(deflate(&s->stream, Z_FINISH));
	}
	bd_result(b, s->stream.total_out);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill((char *)s->text, SIZE, 1);
	if (deflateInit(&s->stream, (int)b->arg) != Z_OK)
		return bd_skip(b, "deflateInit failed");
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	deflateEnd(&s->stream);
	free(s);
}

/* Inflating takes exactly so many bytes and gives the text again. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uLongf length = SIZE;
	uLong used = ROOM;

	if (uncompress2(s->again, &length, s->packed, &used) != Z_OK || length != SIZE ||
		memcmp(s->again, s->text, SIZE) != 0)
		return bd_wrong(b, "does not inflate to the same text");
	if (used > SIZE / 2)
		return bd_wrong(b, "hardly compressed: %lu bytes", used);
	return bd_expect(b, used);
}

BD_FAMILY("Deflate", run, (1, 6, 9), .tags = "codec,compress", .setup = setup,
	.teardown = teardown, .verify = verify, .bytes = SIZE)
