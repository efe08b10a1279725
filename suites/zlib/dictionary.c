/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIZE = 1024, WORDS = 4096, ROOM = 2 * SIZE };

struct state {
	z_stream stream;
	unsigned char dictionary[WORDS], text[SIZE], packed[ROOM], again[SIZE];
};

/* One KiB of text with a preset dictionary of four KiB; result: the compressed size. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		deflateReset(&s->stream);
		deflateSetDictionary(&s->stream, s->dictionary, WORDS);
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

	text_fill((char *)s->dictionary, WORDS, 8);
	text_fill((char *)s->text, SIZE, 9);
	if (deflateInit(&s->stream, 6) != Z_OK)
		return bd_skip(b, "deflateInit failed");
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
	z_stream stream = { 0 };
	int code;

	if (inflateInit(&stream) != Z_OK)
		return bd_wrong(b, "inflateInit failed");
	stream.next_in = s->packed;
	stream.avail_in = ROOM;
	stream.next_out = s->again;
	stream.avail_out = SIZE;
	code = inflate(&stream, Z_FINISH);
	if (code == Z_NEED_DICT && inflateSetDictionary(&stream, s->dictionary, WORDS) == Z_OK)
		code = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	if (code != Z_STREAM_END || memcmp(s->again, s->text, SIZE) != 0)
		return bd_wrong(b, "does not inflate to the same text: %d", code);
	/* total_in leaves out what was read before the dictionary was asked for. */
	return bd_expect(b, (uint64_t)(stream.next_in - s->packed));
}

BD_BENCHMARK("DeflateDictionary", run, .tags = "codec,compress", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
