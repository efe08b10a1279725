/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define LENGTH  ((size_t)16 * 1024)
#define REPEATS 128

static void *(*volatile move)(void *, const void *, size_t) = memmove;

/* Moves 16 KiB up by b->arg bytes and down again, 128 times; the contents are as before. */
static void run(struct bd *b, uint64_t n)
{
	struct buffers *s = b->state;
	unsigned char *low = s->to, *high = low + b->arg;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (unsigned k = 0; k < REPEATS; k++) {
			move(high, low, LENGTH);
			sum += high[k * 100U];
			move(low, high, LENGTH);
			sum += low[k * 100U + 500];
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct buffers *s = buffers_make(b, LENGTH + 4096);

	memcpy(s->to, s->from, LENGTH);
	b->bytes = 2.0 * REPEATS * (double)LENGTH;
	return 0;
}

static int verify(struct bd *b)
{
	struct buffers *s = b->state;
	uint64_t sum = 0;

	for (size_t i = 0; i < LENGTH; i++)
		if (s->to[i] != s->from[i])
			return bd_wrong(b, "byte %zu changed", i);
	for (unsigned k = 0; k < REPEATS; k++)
		sum += (uint64_t)s->from[k * 100U] + s->from[k * 100U + 500];
	return bd_expect(b, sum);
}

BD_FAMILY("MemmoveOverlap", run, (1, 16, 64, 4096), .tags = "memory", .setup = setup,
	.teardown = buffers_teardown, .verify = verify)
