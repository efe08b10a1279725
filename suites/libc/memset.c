/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define TOTAL  ((size_t)256 * 1024)
#define PASSES 4

static void *(*volatile set)(void *, int, size_t) = memset;

/* Fills 256 KiB four times, in blocks of b->arg bytes, each with a byte of its own. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	size_t block = (size_t)b->arg;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < PASSES * TOTAL; k += block) {
			size_t at = k % TOTAL;

			set(s->to + at, (int)(at / block + 1), block);
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
	size_t block = (size_t)b->arg;
	uint64_t sum = 0;

	for (size_t i = 0; i < TOTAL; i++)
		if (s->to[i] != ((i / block + 1) & 255))
			return bd_wrong(b, "byte %zu is %u", i, s->to[i]);
	for (size_t k = 1; k <= TOTAL / block; k++)
		sum += k & 255;
	return bd_expect(b, PASSES * sum);
}

BD_FAMILY("Memset", run, (16, 256, 4096, 65536), .tags = "memory", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
