/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct state {
	size_t size; /* of the plain data */
	unsigned char *plain, *output;
	char *encoded;
	short value[256]; /* of a digit, -1: not one */
};

/* Whole groups only; 0 for a character that does not belong. */
static size_t decode(const struct state *s, const char *in, size_t size, unsigned char *out)
{
	unsigned char *start = out;

	for (; size >= 4; size -= 4, in += 4) {
		int a = s->value[(unsigned char)in[0]], b = s->value[(unsigned char)in[1]];
		int c = s->value[(unsigned char)in[2]], d = s->value[(unsigned char)in[3]];

		if ((a | b | c | d) < 0)
			return 0;
		*out++ = (unsigned char)(a << 2 | b >> 4);
		*out++ = (unsigned char)(b << 4 | c >> 2);
		*out++ = (unsigned char)(c << 6 | d);
	}
	return (size_t)(out - start);
}

/* Result: the length and the last eight bytes. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	size_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		length = decode(s, s->encoded, s->size / 3 * 4, s->output);
		bd_keep(length);
	}
	bd_result(b, length ? bd_hash(s->output + length - 8, 8, length) : 0);
}

/* Encodes bit by bit, slowly. */
static void encode(struct state *s)
{
	for (size_t k = 0; k < s->size / 3 * 4; k++) {
		unsigned value = 0;

		for (size_t i = k * 6; i < k * 6 + 6; i++)
			value = value * 2 + (s->plain[i / 8] >> (7 - i % 8) & 1);
		s->encoded[k] = digits[value];
	}
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 2;

	s->size = (size_t)b->arg;
	s->plain = bd_alloc(s->size);
	s->output = bd_alloc(s->size);
	s->encoded = bd_alloc(s->size / 3 * 4 + 1);
	for (size_t i = 0; i < s->size; i++)
		s->plain[i] = (unsigned char)bd_random(&random);
	for (int i = 0; i < 256; i++)
		s->value[i] = -1;
	for (int i = 0; i < 64; i++)
		s->value[(unsigned char)digits[i]] = (short)i;
	encode(s);
	b->bytes = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->plain);
	free(s->output);
	free(s->encoded);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;

	if (memcmp(s->plain, s->output, s->size) != 0)
		return bd_wrong(b, "the decoded bytes differ from the plain ones");
	return bd_expect(b, bd_hash(s->plain + s->size - 8, 8, s->size));
}

BD_FAMILY("Base64Decode", run, (999, 65535), .tags = "text,codec", .setup = setup,
	.teardown = teardown, .verify = verify)
