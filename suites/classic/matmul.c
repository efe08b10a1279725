/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { MOST = 64 };

struct state {
	double a[MOST * MOST], b[MOST * MOST], c[MOST * MOST];
};

static void multiply(const double *a, const double *b, double *c, int size)
{
	for (int i = 0; i < size; i++) {
		for (int j = 0; j < size; j++) {
			double sum = 0;

			for (int k = 0; k < size; k++)
				sum += a[i * size + k] * b[k * size + j];
			c[i * size + j] = sum;
		}
	}
}

/* The textbook product of two square matrices of b->arg rows; result: the last element. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	int size = (int)b->arg;

	for (uint64_t i = 0; i < n; i++) {
		multiply(s->a, s->b, s->c, size);
		bd_clobber();
	}
	bd_result(b, (uint64_t)s->c[size * size - 1]);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 1;

	/* Small whole numbers: every sum is exact, in any order. */
	for (int i = 0; i < MOST * MOST; i++) {
		s->a[i] = (double)(bd_random(&random) % 1000);
		s->b[i] = (double)(bd_random(&random) % 1000);
	}
	b->items = (double)b->arg * (double)b->arg * (double)b->arg;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* By rows instead of by elements, in integers. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	int size = (int)b->arg;
	uint64_t row[MOST] = { 0 };

	for (int i = 0; i < size; i++) {
		for (int j = 0; j < size; j++)
			row[j] = 0;
		for (int k = 0; k < size; k++) {
			for (int j = 0; j < size; j++)
				row[j] += (uint64_t)s->a[i * size + k] *
					  (uint64_t)s->b[k * size + j];
		}
		for (int j = 0; j < size; j++) {
			if (s->c[i * size + j] != (double)row[j])
				return bd_wrong(b, "element %d, %d is wrong", i, j);
		}
	}
	return bd_expect(b, row[size - 1]);
}

BD_FAMILY("MatrixMultiply", run, (32, 64), .tags = "float,matrix", .setup = setup,
	.teardown = teardown, .verify = verify)
