/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

enum { MOST = 10 };

static uint64_t inversions(const int *p, int size)
{
	uint64_t count = 0;

	for (int i = 0; i < size; i++) {
		for (int j = i + 1; j < size; j++)
			count += p[i] > p[j];
	}
	return count;
}

/* Inversions of all permutations of the first size places (Heap 1963). */
static uint64_t permute(int *p, int size, int all)
{
	uint64_t sum = 0;

	if (size == 1)
		return inversions(p, all);
	for (int i = 0; i < size - 1; i++) {
		sum += permute(p, size - 1, all);
		int other = size % 2 ? 0 : i, t = p[other];
		p[other] = p[size - 1];
		p[size - 1] = t;
	}
	return sum + permute(p, size - 1, all);
}

static void run(struct bd *b, uint64_t n)
{
	int p[MOST];
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		for (int k = 0; k < b->arg; k++)
			p[k] = k;
		sum = permute(p, (int)b->arg, (int)b->arg);
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int verify(struct bd *b)
{
	uint64_t size = (uint64_t)b->arg, factorial = 1;

	for (uint64_t k = 2; k <= size; k++)
		factorial *= k;
	/* Half of all pairs are the wrong way round. */
	return bd_expect(b, factorial * size * (size - 1) / 4);
}

BD_FAMILY(
	"Permutations", run, (6, 7), .tags = "integer,permutation,recursion", .verify = verify)
