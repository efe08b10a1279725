/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct state {
	ZSTD_DCtx *context;
	size_t size, packed_size;
	char *text, *packed, *again;
};

/* b->arg bytes of text; result: the size and the last eight bytes. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	size_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		size = ZSTD_decompressDCtx(
			s->context, s->again, s->size, s->packed, s->packed_size);
		bd_keep(size);
	}
	bd_result(b, size == s->size ? bd_hash(s->again + size - 8, 8, size) : 0);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	size_t room = ZSTD_compressBound((size_t)b->arg);

	s->size = (size_t)b->arg;
	s->text = bd_alloc(s->size);
	s->again = bd_alloc(s->size);
	s->packed = bd_alloc(room);
	text_fill(s->text, s->size, 2);
	s->packed_size = ZSTD_compress(s->packed, room, s->text, s->size, 3);
	s->context = ZSTD_createDCtx();
	b->bytes = (double)s->size;
	if (!s->context || ZSTD_isError(s->packed_size))
		return bd_skip(b, "ZSTD_compress or ZSTD_createDCtx failed");
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	ZSTD_freeDCtx(s->context);
	free(s->text);
	free(s->again);
	free(s->packed);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;

	if (memcmp(s->text, s->again, s->size) != 0)
		return bd_wrong(b, "decompresses to another text");
	return bd_expect(b, bd_hash(s->text + s->size - 8, 8, s->size));
}

BD_FAMILY("Decompress", run, (1024, 16384, 131072), .tags = "codec,decompress", .setup = setup,
	.teardown = teardown, .verify = verify)
