/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define TOTAL  ((size_t)256 * 1024)
#define PASSES 8

static int (*volatile compare)(const void *, const void *, size_t) = memcmp;

/* Compares, eight times, blocks of b->arg bytes that differ in the last byte or, every third,
 * not at all. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	size_t block = (size_t)b->arg;
	uint64_t less = 0, equal = 0;

	for (uint64_t i = 0; i < n; i++) {
		less = equal = 0;
		for (size_t k = 0; k < PASSES * TOTAL; k += block) {
			size_t at = k % TOTAL;
			int order = compare(s->from + at, s->to + at, block);

			less += order < 0;
			equal += order == 0;
		}
		bd_keep(less);
		bd_keep(equal);
	}
	bd_result(b, less << 32 | equal);
}

static int setup(struct bd *b)
{
	struct buffers *s = buffers_make(b, TOTAL);
	size_t block = (size_t)b->arg;

	memcpy(s->to, s->from, TOTAL);
	for (size_t k = 0; k < TOTAL / block; k++)
		if (k % 3)
			s->to[k * block + block - 1] ^= 1;
	b->bytes = PASSES * (double)TOTAL;
	return 0;
}

static int verify(struct bd *b)
{
	struct buffers *s = b->state;
	size_t block = (size_t)b->arg;
	uint64_t less = 0, equal = 0;

	for (size_t k = 0; k < TOTAL / block; k++) {
		equal += k % 3 == 0;
		less += k % 3 && s->from[k * block + block - 1] % 2 == 0;
	}
	return bd_expect(b, PASSES * (less << 32 | equal));
}

BD_FAMILY("Memcmp", run, (16, 256, 4096, 65536), .tags = "memory", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
