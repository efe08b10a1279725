/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/xxhash/buffer.h"

#include <xxhash.h>

static void run(struct bd *b, uint64_t n)
{
	uint64_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = XXH3_64bits(b->state, (size_t)b->arg);
		bd_keep(value);
	}
	bd_result(b, value);
}

/* As `xxhsum -H3` prints them for the same bytes. */
static int verify(struct bd *b)
{
	uint64_t known = 0;

	switch (b->arg) {
	case 16:
		known = 0xe5fbf61689128590;
		break;
	case 1024:
		known = 0xfd34fadb6915bdff;
		break;
	case 65536:
		known = 0xca0d8fec0cc4c1fc;
		break;
	case 1048576:
		known = 0x64f0c77c260918f7;
		break;
	}
	return bd_expect(b, known);
}

BD_FAMILY("Xxh3", run, (16, 1024, 65536, 1048576), .tags = "hash", .setup = buffer_setup,
	.teardown = buffer_teardown, .verify = verify)
