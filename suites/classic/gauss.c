/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 48 };

struct state {
	double given[SIZE][SIZE + 1], work[SIZE][SIZE + 1]; /* the last column: right side */
	double known[SIZE], found[SIZE];
};

static void swap_rows(struct state *s, int a, int b)
{
	for (int j = 0; j <= SIZE; j++) {
		double t = s->work[a][j];

		s->work[a][j] = s->work[b][j];
		s->work[b][j] = t;
	}
}

static void eliminate(struct state *s, int k)
{
	int pivot = k;

	for (int i = k + 1; i < SIZE; i++) {
		if (fabs(s->work[i][k]) > fabs(s->work[pivot][k]))
			pivot = i;
	}
	if (pivot != k)
		swap_rows(s, k, pivot);
	for (int i = k + 1; i < SIZE; i++) {
		double factor = s->work[i][k] / s->work[k][k];

		for (int j = k; j <= SIZE; j++)
			s->work[i][j] -= factor * s->work[k][j];
	}
}

static void substitute(struct state *s)
{
	for (int i = SIZE - 1; i >= 0; i--) {
		double sum = s->work[i][SIZE];

		for (int j = i + 1; j < SIZE; j++)
			sum -= s->work[i][j] * s->found[j];
		s->found[i] = sum / s->work[i][i];
	}
}

/* Solves 48 linear equations with pivoting; result: the rounded sum of the unknowns. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	double sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->given, sizeof(s->work));
		for (int k = 0; k < SIZE; k++)
			eliminate(s, k);
		substitute(s);
		sum = 0;
		for (int k = 0; k < SIZE; k++)
			sum += s->found[k] * (k + 1);
		bd_keep(sum);
	}
	bd_result(b, (uint64_t)llround(sum));
}

/* The right side follows from unknowns that are whole numbers. */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 25;

	for (int j = 0; j < SIZE; j++)
		s->known[j] = (double)(bd_random(&random) % 1000);
	for (int i = 0; i < SIZE; i++) {
		for (int j = 0; j < SIZE; j++) {
			s->given[i][j] = (double)(bd_random(&random) % 200) - 100;
			s->given[i][SIZE] += s->given[i][j] * s->known[j];
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

	for (int k = 0; k < SIZE; k++) {
		if (fabs(s->found[k] - s->known[k]) > 1e-6)
			return bd_wrong(
				b, "unknown %d is %g, not %g", k, s->found[k], s->known[k]);
		sum += s->known[k] * (k + 1);
	}
	return bd_expect(b, (uint64_t)sum);
}

BD_BENCHMARK("GaussElimination", run, .tags = "float,matrix", .setup = setup,
	.teardown = teardown, .verify = verify)
