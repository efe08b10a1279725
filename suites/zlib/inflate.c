/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct state {
	z_stream stream;
	size_t size;
	uLongf packed_size;
	unsigned char *text, *packed, *again;
};

/* Back to b->arg bytes of text; result: Adler's checksum, which the stream carries. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		inflateReset(&s->stream);
		s->stream.next_in = s->packed;
		s->stream.avail_in = (uInt)s->packed_size;
		s->stream.next_out = s->again;
		s->stream.avail_out = (uInt)s->size;
		bd_keep(inflate(&s->stream, Z_FINISH));
	}
	bd_result(b, s->stream.adler);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	s->size = (size_t)b->arg;
	s->packed_size = compressBound(s->size);
	s->text = bd_alloc(s->size);
	s->again = bd_alloc(s->size);
	s->packed = bd_alloc(s->packed_size);
	text_fill((char *)s->text, s->size, 3);
	if (compress(s->packed, &s->packed_size, s->text, s->size) != Z_OK ||
		inflateInit(&s->stream) != Z_OK)
		return bd_skip(b, "compress or inflateInit failed");
	b->bytes = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	inflateEnd(&s->stream);
	free(s->text);
	free(s->again);
	free(s->packed);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t low = 1, high = 0;

	if (memcmp(s->text, s->again, s->size) != 0)
		return bd_wrong(b, "inflates to another text");
	for (size_t i = 0; i < s->size; i++) {
		low = (low + s->text[i]) % 65521;
		high = (high + low) % 65521;
	}
	return bd_expect(b, high << 16 | low);
}

BD_FAMILY("Inflate", run, (1024, 16384, 131072), .tags = "codec,decompress", .setup = setup,
	.teardown = teardown, .verify = verify)
