/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <string.h>

enum { MOST = 10 };

/* Flips of the first p[0]+1 elements until element 0 is on top. */
static int flips(const int *from, int size)
{
	int p[MOST], count = 0;

	memcpy(p, from, (size_t)size * sizeof(*p));
	for (; p[0] != 0; count++) {
		for (int low = 0, high = p[0]; low < high; low++, high--) {
			int t = p[low];

			p[low] = p[high];
			p[high] = t;
		}
	}
	return count;
}

/* The next permutation by rotating prefixes; 0 after the last one. */
static int advance(int *p, int *counter, int size)
{
	for (int r = 1; r < size; r++) {
		int first = p[0];

		memmove(p, p + 1, (size_t)r * sizeof(*p));
		p[r] = first;
		if (++counter[r] <= r)
			return 1;
		counter[r] = 0;
	}
	return 0;
}

/* Most flips (low 32 bits) and alternating sum of flips (high) over all permutations. */
static uint64_t fannkuch(int size)
{
	int p[MOST], counter[MOST] = { 0 }, most = 0, sum = 0, sign = 1;

	for (int i = 0; i < size; i++)
		p[i] = i;
	do {
		int count = flips(p, size);

		if (count > most)
			most = count;
		sum += sign * count;
		sign = -sign;
	} while (advance(p, counter, size));
	return (uint64_t)(uint32_t)sum << 32 | (uint32_t)most;
}

static void run(struct bd *b, uint64_t n)
{
	uint64_t value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = fannkuch((int)b->arg);
		bd_keep(value);
	}
	bd_result(b, value);
}

static int verify(struct bd *b)
{
	/* Published with the benchmark: 16 flips and checksum 228 for 7, 10 and 49 for 6. */
	return bd_expect(b, b->arg == 7 ? (uint64_t)228 << 32 | 16 : (uint64_t)49 << 32 | 10);
}

BD_FAMILY("Fannkuch", run, (6, 7), .tags = "integer,permutation", .verify = verify)
