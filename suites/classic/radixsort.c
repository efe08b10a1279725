/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/classic/sorting.h"

static void pass(const uint32_t *from, uint32_t *to, size_t size, int shift)
{
	size_t start[256] = { 0 }, sum = 0;

	for (size_t k = 0; k < size; k++)
		start[from[k] >> shift & 255]++;
	for (size_t d = 0; d < 256; d++) {
		size_t count = start[d];

		start[d] = sum;
		sum += count;
	}
	for (size_t k = 0; k < size; k++)
		to[start[from[k] >> shift & 255]++] = from[k];
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	pass(a, spare, size, 0);
	pass(spare, a, size, 8);
	pass(a, spare, size, 16);
	pass(spare, a, size, 24);
}

/* Four passes over the bytes of the keys, lowest first; result: the sum of key times place. */
static void run(struct bd *b, uint64_t n)
{
	sorting_run(b, n, sort);
}

BD_FAMILY("RadixSort", run, (10000, 50000), .tags = "sort", .setup = sorting_setup,
	.teardown = sorting_teardown, .verify = sorting_verify)
