/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/xxhash/buffer.h"

#include <xxhash.h>

static void run(struct bd *b, uint64_t n)
{
	uint32_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = XXH32(b->state, (size_t)b->arg, 0);
		bd_keep(value);
	}
	bd_result(b, value);
}

static const uint32_t P1 = 0x9e3779b1, P2 = 0x85ebca77, P3 = 0xc2b2ae3d, P4 = 0x27d4eb2f,
		      P5 = 0x165667b1;

static uint32_t turn(uint32_t x, int by)
{
	return x << by | x >> (32 - by);
}

static uint32_t word(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Written from the specification (doc/xxhash_spec.md), for seed 0. */
static uint32_t by_specification(const unsigned char *p, size_t size)
{
	const unsigned char *end = p + size;
	uint32_t lane[4] = { P1 + P2, P2, 0, 0U - P1 }, hash = P5;

	for (; size >= 16 && end - p >= 16; p += 16) {
		for (int k = 0; k < 4; k++)
			lane[k] = turn(lane[k] + word(p + 4 * k) * P2, 13) * P1;
	}
	if (size >= 16)
		hash = turn(lane[0], 1) + turn(lane[1], 7) + turn(lane[2], 12) +
		       turn(lane[3], 18);
	hash += (uint32_t)size;
	for (; end - p >= 4; p += 4)
		hash = turn(hash + word(p) * P3, 17) * P4;
	for (; p < end; p++)
		hash = turn(hash + *p * P5, 11) * P1;
	hash = (hash ^ hash >> 15) * P2;
	hash = (hash ^ hash >> 13) * P3;
	return hash ^ hash >> 16;
}

static int verify(struct bd *b)
{
	return bd_expect(b, by_specification(b->state, (size_t)b->arg));
}

BD_FAMILY("Xxh32", run, (16, 1024, 65536, 1048576), .tags = "hash", .setup = buffer_setup,
	.teardown = buffer_teardown, .verify = verify)
