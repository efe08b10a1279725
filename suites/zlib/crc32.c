/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <zlib.h>

static void run(struct bd *b, uint64_t n)
{
	uLong value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = crc32(0, b->state, (uInt)b->arg);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int setup(struct bd *b)
{
	uint64_t random = 4;
	unsigned char *data = b->state = bd_alloc((size_t)b->arg);

	for (long i = 0; i < b->arg; i++)
		data[i] = (unsigned char)bd_random(&random);
	b->bytes = (double)b->arg;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The CRC of IEEE 802.3 bit by bit. */
static uint64_t plain(const unsigned char *data, size_t size)
{
	uint32_t value = ~(uint32_t)0;

	for (size_t i = 0; i < size; i++) {
		value ^= data[i];
		for (int k = 0; k < 8; k++)
			value = (value >> 1) ^ (value & 1 ? 0xedb88320 : 0);
	}
	return ~value;
}

static int verify(struct bd *b)
{
	return bd_expect(b, plain(b->state, (size_t)b->arg));
}

BD_FAMILY("Crc32", run, (64, 4096, 65536), .tags = "hash", .setup = setup, .teardown = teardown,
	.verify = verify)
