/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

struct state {
	double given[SIZE][SIZE], work[SIZE][SIZE], factors[SIZE][SIZE];
};

/* Without pivoting, in place: below the diagonal L, the rest U. */
static void decompose(double (*a)[SIZE])
{
	for (int k = 0; k < SIZE; k++) {
		for (int i = k + 1; i < SIZE; i++) {
			double factor = a[i][k] / a[k][k];

			a[i][k] = factor;
			for (int j = k + 1; j < SIZE; j++)
				a[i][j] -= factor * a[k][j];
		}
	}
}

/* Result: the sum of all factors. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	double sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->given, sizeof(s->work));
		decompose(s->work);
		sum = 0;
		for (int k = 0; k < SIZE * SIZE; k++)
			sum += s->work[k / SIZE][k % SIZE];
		bd_keep(sum);
	}
	bd_result(b, (uint64_t)sum);
}

/* The product of two triangles of small whole numbers: the way back is exact. */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 3;

	for (int i = 0; i < SIZE; i++) {
		for (int j = 0; j < SIZE; j++)
			s->factors[i][j] = 1 + (double)(bd_random(&random) % 9);
	}
	for (int i = 0; i < SIZE; i++) {
		for (int j = 0; j < SIZE; j++) {
			for (int k = 0; k <= i && k <= j; k++)
				s->given[i][j] +=
					(k == i ? 1 : s->factors[i][k]) * s->factors[k][j];
		}
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	double sum = 0;

	for (int k = 0; k < SIZE * SIZE; k++) {
		sum += s->factors[k / SIZE][k % SIZE];
		if (s->factors[k / SIZE][k % SIZE] != s->work[k / SIZE][k % SIZE])
			return bd_wrong(b, "factor %d, %d is wrong", k / SIZE, k % SIZE);
	}
	return bd_expect(b, (uint64_t)sum);
}

BD_BENCHMARK("LuDecomposition", run, .tags = "float,matrix", .setup = setup,
	.teardown = teardown, .verify = verify)
