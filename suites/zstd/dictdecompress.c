/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/zstd/messages.h"

#include <stdlib.h>
#include <string.h>

/* 32 messages with a dictionary; result: a mix of one letter of each. */
static void run(struct bd *b, uint64_t n)
{
	struct messages *m = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		mix = 0;
		for (int k = 0; k < MESSAGES; k++) {
			mix = mix * 31 + messages_unpack(m, k);
			mix = mix * 31 + (unsigned char)m->again[k];
		}
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	struct messages *m = b->state = bd_alloc(sizeof(*m));
	int status = messages_init(m, b);

	for (int k = 0; !status && k < MESSAGES; k++)
		messages_pack(m, k);
	return status;
}

static void teardown(struct bd *b)
{
	messages_release(b->state);
	free(b->state);
}

static int verify(struct bd *b)
{
	struct messages *m = b->state;
	uint64_t mix = 0;

	for (int k = 0; k < MESSAGES; k++) {
		mix = mix * 31 + MESSAGE;
		mix = mix * 31 + (unsigned char)m->text[k][k];
	}
	if (memcmp(m->again, m->text[MESSAGES - 1], MESSAGE) != 0)
		return bd_wrong(b, "the last message is another one");
	return bd_expect(b, mix);
}

BD_BENCHMARK("DictionaryDecompress", run, .tags = "codec,decompress", .items = MESSAGES,
	.bytes = MESSAGES * MESSAGE, .setup = setup, .teardown = teardown, .verify = verify)
