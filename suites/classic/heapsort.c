/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/classic/sorting.h"

static void sift(uint32_t *a, size_t root, size_t size)
{
	uint32_t key = a[root];

	for (size_t child = 2 * root + 1; child < size; child = 2 * root + 1) {
		if (child + 1 < size && a[child + 1] > a[child])
			child++;
		if (a[child] <= key)
			break;
		a[root] = a[child];
		root = child;
	}
	a[root] = key;
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	(void)spare;
	for (size_t root = size / 2; root-- > 0;)
		sift(a, root, size);
	for (size_t last = size - 1; last > 0; last--) {
		uint32_t top = a[0];

		a[0] = a[last];
		a[last] = top;
		sift(a, 0, last);
	}
}

/* In place, with a heap whose largest key is on top; result: the sum of key times place. */
static void run(struct bd *b, uint64_t n)
{
	sorting_run(b, n, sort);
}

BD_FAMILY("HeapSort", run, (1000, 5000), .tags = "sort", .setup = sorting_setup,
	.teardown = sorting_teardown, .verify = sorting_verify)
