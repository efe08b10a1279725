/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define SIZE ((size_t)256 * 1024)

static void *(*volatile find)(const void *, size_t, const void *, size_t) = memmem;

/* The needle is a piece of the text itself, so it is found at least once. */
static void run(struct bd *b, uint64_t n)
{
	const char *text = b->state, *end = text + SIZE - 1;
	const char *needle = text + SIZE / 2;
	size_t length = (size_t)b->arg;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		const char *at = text;

		sum = 0;
		while ((at = find(at, (size_t)(end - at), needle, length))) {
			sum += (uint64_t)(at - text) + 1;
			at++;
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	b->state = text_make(SIZE, 3);
	b->bytes = (double)SIZE;
	return 0;
}

static int verify(struct bd *b)
{
	const char *text = b->state, *needle = text + SIZE / 2;
	size_t length = (size_t)b->arg;
	uint64_t sum = 0;

	for (size_t at = 0; at + length < SIZE; at++) {
		size_t k = 0;

		while (k < length && text[at + k] == needle[k])
			k++;
		if (k == length)
			sum += at + 1;
	}
	return bd_expect(b, sum);
}

BD_FAMILY("Memmem", run, (4, 16, 200), .tags = "memory,string", .setup = setup,
	.teardown = free_state, .verify = verify)
