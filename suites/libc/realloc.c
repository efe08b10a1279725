/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define COUNT 16384

static void *(*volatile resize)(void *, size_t) = realloc;

/* Appends 16384 numbers to an array that grows by b->arg percent whenever it is full. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		unsigned *array = NULL;
		size_t room = 0;

		for (unsigned k = 0; k < COUNT; k++) {
			if (k == room) {
				room += room * (size_t)b->arg / 100 + 8;
				array = resize(array, room * sizeof(*array));
				if (!array)
					abort();
			}
			array[k] = k;
		}
		sum = 0;
		for (unsigned k = 0; k < COUNT; k += 7)
			sum += array[k];
		bd_keep(sum);
		free(array);
	}
	bd_result(b, sum);
}

static int verify(struct bd *b)
{
	uint64_t last = (COUNT - 1) / 7;

	return bd_expect(b, 7 * (last * (last + 1) / 2));
}

BD_FAMILY("ReallocGrow", run, (25, 50, 100), .tags = "malloc", .verify = verify, .items = COUNT)
