/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

struct state {
	size_t size;
	unsigned char *data;
	uint32_t table[256];
};

/* The CRC of IEEE 802.3, reflected, a byte at a time through a table. */
static uint32_t crc(const struct state *s)
{
	uint32_t value = ~(uint32_t)0;

	for (size_t i = 0; i < s->size; i++)
		value = s->table[(value ^ s->data[i]) & 255] ^ value >> 8;
	return ~value;
}

static void run(struct bd *b, uint64_t n)
{
	uint32_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = crc(b->state);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 8;

	s->size = (size_t)b->arg;
	s->data = bd_alloc(s->size);
	for (size_t i = 0; i < s->size; i++)
		s->data[i] = (unsigned char)bd_random(&random);
	for (uint32_t i = 0; i < 256; i++) {
		s->table[i] = i;
		for (int k = 0; k < 8; k++)
			s->table[i] = (s->table[i] >> 1) ^ (s->table[i] & 1 ? 0xedb88320 : 0);
	}
	b->bytes = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->data);
	free(s);
}

/* Not reflected, bit by bit, and turned round at the end. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint32_t value = ~(uint32_t)0, reflected = 0;

	for (size_t i = 0; i < s->size * 8; i++) {
		uint32_t bit = s->data[i / 8] >> i % 8 & 1;

		value = value << 1 ^ (value >> 31 != bit ? 0x04c11db7 : 0);
	}
	for (int k = 0; k < 32; k++)
		reflected |= (~value >> k & 1) << (31 - k);
	return bd_expect(b, reflected);
}

BD_FAMILY("Crc32Table", run, (256, 4096, 65536), .tags = "integer,hash", .setup = setup,
	.teardown = teardown, .verify = verify)
