/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <zlib.h>

enum { PARTS = 64, PART = 1000 };

struct state {
	unsigned char data[PARTS * PART];
	uLong part[PARTS];
};

/* The checksum of the whole from the checksums of its 64 parts. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uLong value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = s->part[0];
		for (int k = 1; k < PARTS; k++)
			value = crc32_combine(value, s->part[k], PART);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 5;

	for (int i = 0; i < PARTS * PART; i++)
		s->data[i] = (unsigned char)bd_random(&random);
	for (int k = 0; k < PARTS; k++)
		s->part[k] = crc32(0, s->data + k * PART, PART);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;

	return bd_expect(b, crc32(0, s->data, PARTS * PART));
}

BD_BENCHMARK("Crc32Combine", run, .tags = "hash", .items = PARTS, .setup = setup,
	.teardown = teardown, .verify = verify)
