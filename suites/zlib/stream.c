/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIZE = 65536, CHUNK = 512 };

struct state {
	z_stream stream;
	uLongf packed_size;
	unsigned char text[SIZE], packed[SIZE], again[SIZE];
};

static int feed(struct state *s)
{
	int code = Z_OK;

	inflateReset(&s->stream);
	s->stream.next_in = s->packed;
	s->stream.next_out = s->again;
	for (uLong left = s->packed_size; left && code == Z_OK;) {
		uInt part = left < CHUNK ? (uInt)left : CHUNK;

		left -= part;
		s->stream.avail_in = part;
		while (s->stream.avail_in && code == Z_OK) {
			uLong room = SIZE - s->stream.total_out;

			s->stream.avail_out = room < CHUNK ? (uInt)room : CHUNK;
			code = inflate(&s->stream, Z_NO_FLUSH);
		}
	}
	return code;
}

/* In and out in pieces of 512 bytes, as from a socket; result: the checksum of the text. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++)
		bd_keep(feed(s));
	bd_result(b, s->stream.adler);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill((char *)s->text, SIZE, 7);
	s->packed_size = SIZE;
	if (compress(s->packed, &s->packed_size, s->text, SIZE) != Z_OK ||
		inflateInit(&s->stream) != Z_OK)
		return bd_skip(b, "compress or inflateInit failed");
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	inflateEnd(&s->stream);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;

	if (memcmp(s->text, s->again, SIZE) != 0)
		return bd_wrong(b, "inflates to another text");
	return bd_expect(b, adler32(1, s->text, SIZE));
}

BD_BENCHMARK("InflateChunks", run, .tags = "codec,decompress,stream", .bytes = SIZE,
	.setup = setup, .teardown = teardown, .verify = verify)
