/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/xxhash/buffer.h"

#include <xxhash.h>

static void run(struct bd *b, uint64_t n)
{
	uint64_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = XXH64(b->state, (size_t)b->arg, 0);
		bd_keep(value);
	}
	bd_result(b, value);
}

static const uint64_t P1 = 0x9e3779b185ebca87, P2 = 0xc2b2ae3d27d4eb4f, P3 = 0x165667b19e3779f9,
		      P4 = 0x85ebca77c2b2ae63, P5 = 0x27d4eb2f165667c5;

static uint64_t turn(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static uint64_t word(const unsigned char *p, int bytes)
{
	uint64_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | p[bytes];
	return value;
}

static uint64_t mix_in(uint64_t lane, uint64_t input)
{
	return turn(lane + input * P2, 31) * P1;
}

static uint64_t finish(uint64_t hash, const unsigned char *p, const unsigned char *end)
{
	for (; end - p >= 8; p += 8)
		hash = turn(hash ^ mix_in(0, word(p, 8)), 27) * P1 + P4;
	for (; end - p >= 4; p += 4)
		hash = turn(hash ^ word(p, 4) * P1, 23) * P2 + P3;
	for (; p < end; p++)
		hash = turn(hash ^ *p * P5, 11) * P1;
	hash = (hash ^ hash >> 33) * P2;
	hash = (hash ^ hash >> 29) * P3;
	return hash ^ hash >> 32;
}

/* Written from the specification (doc/xxhash_spec.md), for seed 0. */
static uint64_t by_specification(const unsigned char *p, size_t size)
{
	const unsigned char *end = p + size;
	uint64_t lane[4] = { P1 + P2, P2, 0, 0U - P1 }, hash = P5;

	for (; size >= 32 && end - p >= 32; p += 32) {
		for (int k = 0; k < 4; k++)
			lane[k] = mix_in(lane[k], word(p + 8 * k, 8));
	}
	if (size >= 32) {
		hash = turn(lane[0], 1) + turn(lane[1], 7) + turn(lane[2], 12) +
		       turn(lane[3], 18);
		for (int k = 0; k < 4; k++)
			hash = (hash ^ mix_in(0, lane[k])) * P1 + P4;
	}
	return finish(hash + size, p, end);
}

static int verify(struct bd *b)
{
	return bd_expect(b, by_specification(b->state, (size_t)b->arg));
}

BD_FAMILY("Xxh64", run, (16, 1024, 65536, 1048576), .tags = "hash", .setup = buffer_setup,
	.teardown = buffer_teardown, .verify = verify)
