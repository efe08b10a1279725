/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define TOTAL ((size_t)512 * 1024)

static size_t (*volatile length)(const char *) = strlen;

/* Adds up the lengths of strings that lie one after the other; the longest has b->arg bytes. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	uint64_t sum = 0, strings = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = strings = 0;
		for (size_t at = 0; at < TOTAL; strings++) {
			size_t l = length((char *)s->from + at);

			sum += l;
			at += l + 1;
		}
		bd_keep(sum);
	}
	bd_result(b, sum << 32 | strings);
}

static int setup(struct bd *b)
{
	struct buffers *s = buffers_make(b, TOTAL);
	uint64_t seed = 8;
	size_t next = 0;

	for (size_t i = 0; i < TOTAL; i++) {
		s->from[i] |= 1;
		if (i == next) {
			s->from[i] = 0;
			next += 1 + bd_random(&seed) % (uint64_t)b->arg;
		}
	}
	s->from[TOTAL - 1] = 0;
	b->bytes = (double)TOTAL;
	return 0;
}

static int verify(struct bd *b)
{
	struct buffers *s = b->state;
	uint64_t zeros = 0;

	for (size_t i = 0; i < TOTAL; i++)
		zeros += s->from[i] == 0;
	return bd_expect(b, (TOTAL - zeros) << 32 | zeros);
}

BD_FAMILY("Strlen", run, (8, 64, 1024), .tags = "string", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
