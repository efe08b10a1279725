/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/classic/sorting.h"

static void merge(
	const uint32_t *a, size_t a_size, const uint32_t *b, size_t b_size, uint32_t *out)
{
	size_t i = 0, j = 0;

	while (i < a_size && j < b_size)
		*out++ = b[j] < a[i] ? b[j++] : a[i++];
	memcpy(out, a + i, (a_size - i) * sizeof(*a));
	memcpy(out + a_size - i, b + j, (b_size - j) * sizeof(*b));
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	uint32_t *from = a, *to = spare;

	for (size_t width = 1; width < size; width *= 2) {
		for (size_t k = 0; k < size; k += 2 * width) {
			size_t left = size - k < width ? size - k : width;
			size_t right = size - k - left < width ? size - k - left : width;

			merge(from + k, left, from + k + left, right, to + k);
		}
		uint32_t *t = from;
		from = to;
		to = t;
	}
	if (from != a)
		memcpy(a, from, size * sizeof(*a));
}

/* From the bottom up, between two arrays; result: the sum of key times place. */
static void run(struct bd *b, uint64_t n)
{
	sorting_run(b, n, sort);
}

BD_FAMILY("MergeSort", run, (1000, 5000), .tags = "sort", .setup = sorting_setup,
	.teardown = sorting_teardown, .verify = sorting_verify)
