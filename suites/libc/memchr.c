/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define TOTAL  ((size_t)512 * 1024)
#define MARKER 0xff

static void *(*volatile find)(const void *, int, size_t) = memchr;

/* Finds the end of each record; the longest has b->arg bytes, the mean is half of that. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	uint64_t records = 0;

	for (uint64_t i = 0; i < n; i++) {
		const unsigned char *at = s->from, *end = s->from + TOTAL;

		records = 0;
		while ((at = find(at, MARKER, (size_t)(end - at)))) {
			records++;
			at++;
		}
		bd_keep(records);
	}
	bd_result(b, records);
}

static int setup(struct bd *b)
{
	struct buffers *s = buffers_make(b, TOTAL);
	uint64_t seed = 7;
	size_t next = 0;

	for (size_t i = 0; i < TOTAL; i++) {
		s->from[i] &= 0x7f;
		if (i == next) {
			s->from[i] = MARKER;
			next += 1 + bd_random(&seed) % (uint64_t)b->arg;
		}
	}
	b->bytes = (double)TOTAL;
	return 0;
}

static int verify(struct bd *b)
{
	struct buffers *s = b->state;
	uint64_t records = 0;

	for (size_t i = 0; i < TOTAL; i++)
		records += s->from[i] == MARKER;
	return bd_expect(b, records);
}

BD_FAMILY("Memchr", run, (16, 256, 4096), .tags = "memory", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
