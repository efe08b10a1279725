/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIZE = 16384, ROOM = 2 * SIZE };

struct state {
	z_stream stream;
	unsigned char image[SIZE], packed[ROOM], again[SIZE];
};

/*
 * Smooth picture data with deflate's strategies: 1 filtered, 2 Huffman only, 3 runs, 4 fixed
 * codes. Result: the compressed size.
 */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		deflateReset(&s->stream);
		s->stream.next_in = s->image;
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
	uint64_t random = 2;
	unsigned pixel = 128;

	for (int i = 0; i < SIZE; i++) {
		uint64_t r = bd_random(&random);

		if (r % 4 == 0)
			pixel = (pixel + (unsigned)(r >> 8) % 5 + 254) & 255;
		s->image[i] = (unsigned char)pixel;
	}
	if (deflateInit2(&s->stream, 6, Z_DEFLATED, 15, 8, (int)b->arg) != Z_OK)
		return bd_skip(b, "deflateInit2 failed");
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	deflateEnd(&s->stream);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uLongf length = SIZE;
	uLong used = ROOM;

	if (uncompress2(s->again, &length, s->packed, &used) != Z_OK || length != SIZE ||
		memcmp(s->again, s->image, SIZE) != 0)
		return bd_wrong(b, "does not inflate to the same picture");
	return bd_expect(b, used);
}

BD_FAMILY("DeflateStrategy", run, (1, 2, 3, 4), .tags = "codec,compress", .setup = setup,
	.teardown = teardown, .verify = verify, .bytes = SIZE)
