/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

struct state {
	size_t size;
	unsigned char *input;
	char *output;
};

static size_t encode(const unsigned char *in, size_t size, char *out)
{
	char *start = out;

	for (; size >= 3; size -= 3, in += 3) {
		unsigned group = (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2];

		*out++ = digits[group >> 18];
		*out++ = digits[group >> 12 & 63];
		*out++ = digits[group >> 6 & 63];
		*out++ = digits[group & 63];
	}
	if (size) {
		unsigned group = (unsigned)in[0] << 16 | (size > 1 ? (unsigned)in[1] << 8 : 0);

		*out++ = digits[group >> 18];
		*out++ = digits[group >> 12 & 63];
		*out++ = size > 1 ? digits[group >> 6 & 63] : '=';
		*out++ = '=';
	}
	return (size_t)(out - start);
}

/* Result: the length and the last eight characters. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	size_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		length = encode(s->input, s->size, s->output);
		bd_keep(length);
	}
	bd_result(b, bd_hash(s->output + length - 8, 8, length));
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 2;

	s->size = (size_t)b->arg;
	s->input = bd_alloc(s->size);
	s->output = bd_alloc(s->size * 4 / 3 + 8);
	for (size_t i = 0; i < s->size; i++)
		s->input[i] = (unsigned char)bd_random(&random);
	b->bytes = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->input);
	free(s->output);
	free(s);
}

static unsigned bit(const struct state *s, size_t k)
{
	return k / 8 < s->size ? s->input[k / 8] >> (7 - k % 8) & 1 : 0;
}

/* Bit by bit. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	size_t length = (s->size + 2) / 3 * 4, used = (s->size * 8 + 5) / 6;
	char last[8];

	for (size_t k = 0; k < length; k++) {
		unsigned value = 0;

		for (size_t i = 0; i < 6; i++)
			value = value * 2 + bit(s, k * 6 + i);
		char expected = k < used ? digits[value] : '=';
		if (s->output[k] != expected)
			return bd_wrong(b, "character %zu is wrong", k);
		if (k + 8 >= length)
			last[k + 8 - length] = expected;
	}
	return bd_expect(b, bd_hash(last, 8, length));
}

BD_FAMILY("Base64Encode", run, (1000, 65536), .tags = "text,codec", .setup = setup,
	.teardown = teardown, .verify = verify)
