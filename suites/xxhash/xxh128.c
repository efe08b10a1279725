/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/xxhash/buffer.h"

#include <xxhash.h>

/* Result: the high half combined with the low one. */
static void run(struct bd *b, uint64_t n)
{
	XXH128_hash_t value = { 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		value = XXH3_128bits(b->state, (size_t)b->arg);
		bd_keep(value.high64 ^ value.low64);
	}
	bd_result(b, value.high64 ^ value.low64);
}

/* As `xxhsum -H2` prints them for the same bytes. */
static int verify(struct bd *b)
{
	uint64_t high = 0, low = 0;

	switch (b->arg) {
	case 16:
		high = 0x56ddb0228bd0f2de;
		low = 0x4994e8341069b4ee;
		break;
	case 1024:
		high = 0xb4435e15d1476405;
		low = 0xfd34fadb6915bdff;
		break;
	case 65536:
		high = 0x378bdc24ad97e9af;
		low = 0xca0d8fec0cc4c1fc;
		break;
	case 1048576:
		high = 0xec7fb36677e8aa6f;
		low = 0x64f0c77c260918f7;
		break;
	}
	return bd_expect(b, high ^ low);
}

BD_FAMILY("Xxh128", run, (16, 1024, 65536, 1048576), .tags = "hash", .setup = buffer_setup,
	.teardown = buffer_teardown, .verify = verify)
