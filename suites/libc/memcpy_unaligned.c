/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define TOTAL  ((size_t)256 * 1024)
#define PASSES 8
#define BLOCK  1024

static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

/* Copies 256 KiB eight times, in blocks of 1 KiB from an address that is b->arg bytes off a
 * cache line. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	const unsigned char *from = s->from + b->arg;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < PASSES * TOTAL; k += BLOCK) {
			size_t at = k % TOTAL;

			copy(s->to + at, from + at, BLOCK);
			sum += s->to[at + BLOCK - 1];
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct buffers *s = buffers_make(b, TOTAL + 128);
	unsigned char *aligned = aligned_alloc(64, TOTAL + 128);

	if (!aligned)
		return bd_skip(b, "no aligned memory");
	memcpy(aligned, s->from, TOTAL + 128);
	free(s->from);
	s->from = aligned;
	b->bytes = PASSES * (double)TOTAL;
	return 0;
}

static int verify(struct bd *b)
{
	struct buffers *s = b->state;
	uint64_t sum = 0;

	for (size_t i = 0; i < TOTAL; i++)
		if (s->to[i] != s->from[i + (size_t)b->arg])
			return bd_wrong(b, "byte %zu was not copied", i);
	for (size_t at = BLOCK - 1; at < TOTAL; at += BLOCK)
		sum += s->from[at + (size_t)b->arg];
	return bd_expect(b, PASSES * sum);
}

BD_FAMILY("MemcpyUnaligned", run, (0, 1, 16, 63), .tags = "memory", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
