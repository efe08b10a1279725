/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/classic/sorting.h"

static void insertion(uint32_t *a, size_t size)
{
	for (size_t i = 1; i < size; i++) {
		uint32_t key = a[i];
		size_t k = i;

		for (; k > 0 && a[k - 1] > key; k--)
			a[k] = a[k - 1];
		a[k] = key;
	}
}

static uint32_t median(uint32_t a, uint32_t b, uint32_t c)
{
	if (a > b) {
		uint32_t t = a;

		a = b;
		b = t;
	}
	return c < a ? a : c > b ? b : c;
}

static void sort(uint32_t *a, uint32_t *spare, size_t size)
{
	while (size > 12) {
		uint32_t pivot = median(a[0], a[size / 2], a[size - 1]);
		size_t low = 0, high = size - 1;

		for (;; low++, high--) {
			while (a[low] < pivot)
				low++;
			while (a[high] > pivot)
				high--;
			if (low >= high)
				break;
			uint32_t t = a[low];
			a[low] = a[high];
			a[high] = t;
		}
		sort(a + high + 1, spare, size - high - 1);
		size = high + 1;
	}
	insertion(a, size);
}

/* Hoare's partition, median of three, insertion sort below 12; result: the sum of key times
 * place. */
static void run(struct bd *b, uint64_t n)
{
	sorting_run(b, n, sort);
}

BD_FAMILY("QuickSort", run, (1000, 10000), .tags = "sort", .setup = sorting_setup,
	.teardown = sorting_teardown, .verify = sorting_verify)
