/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

/* Both buffers in a quarter of a second-level cache of 512 KiB: where they only just fit, it is
 * the pages that a launch draws, and the neighbour on the core, that decide. */
#define TOTAL  ((size_t)64 * 1024)
#define PASSES 32

/* Volatile, so that the compiler neither inlines nor removes the call. */
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

/* Copies 64 KiB 32 times, in blocks of b->arg bytes. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	size_t block = (size_t)b->arg;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < PASSES * TOTAL; k += block) {
			size_t at = k % TOTAL;

			copy(s->to + at, s->from + at, block);
			sum += s->to[at + block - 1];
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	buffers_make(b, TOTAL);
	b->bytes = PASSES * (double)TOTAL;
	return 0;
}

static int verify(struct bd *b)
{
	struct buffers *s = b->state;
	uint64_t sum = 0;

	for (size_t i = 0; i < TOTAL; i++)
		if (s->to[i] != s->from[i])
			return bd_wrong(b, "byte %zu was not copied", i);
	for (size_t at = (size_t)b->arg - 1; at < TOTAL; at += (size_t)b->arg)
		sum += s->from[at];
	return bd_expect(b, PASSES * sum);
}

BD_FAMILY("Memcpy", run, (16, 256, 4096, 65536), .tags = "memory", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
