/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/zstd/messages.h"

#include <stdlib.h>
#include <string.h>

/* 32 messages of 200 bytes with a dictionary; result: the sum of their compressed sizes. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t total = 0;

	for (uint64_t i = 0; i < n; i++) {
		total = 0;
		for (int k = 0; k < MESSAGES; k++)
			total += messages_pack(b->state, k);
		bd_keep(total);
	}
	bd_result(b, total);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc(sizeof(struct messages));
	return messages_init(b->state, b);
}

static void teardown(struct bd *b)
{
	messages_release(b->state);
	free(b->state);
}

static int verify(struct bd *b)
{
	struct messages *m = b->state;
	uint64_t total = 0;

	for (int k = 0; k < MESSAGES; k++) {
		if (messages_unpack(m, k) != MESSAGE ||
			memcmp(m->again, m->text[k], MESSAGE) != 0)
			return bd_wrong(b, "message %d does not decompress", k);
		total += ZSTD_findFrameCompressedSize(m->packed[k], MESSAGE_ROOM);
	}
	return bd_expect(b, total);
}

BD_BENCHMARK("DictionaryCompress", run, .tags = "codec,compress", .items = MESSAGES,
	.bytes = MESSAGES * MESSAGE, .setup = setup, .teardown = teardown, .verify = verify)
