/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <math.h>

enum { SIZE = 100 };

/* Element of the infinite matrix 1, 1/2, 1/4 ... whose norm is asked for. */
static double element(int i, int j)
{
	int below = (i + j) * (i + j + 1) / 2;

	return 1.0 / (below + i + 1);
}

static void times(const double *v, double *out, int transposed)
{
	for (int i = 0; i < SIZE; i++) {
		double sum = 0;

		for (int j = 0; j < SIZE; j++)
			sum += (transposed ? element(j, i) : element(i, j)) * v[j];
		out[i] = sum;
	}
}

static double norm(int powers)
{
	double u[SIZE], v[SIZE], t[SIZE], uv = 0, vv = 0;

	for (int i = 0; i < SIZE; i++)
		u[i] = 1;
	for (int k = 0; k < powers; k++) {
		times(u, t, 0);
		times(t, v, 1);
		times(v, t, 0);
		times(t, u, 1);
	}
	for (int i = 0; i < SIZE; i++) {
		uv += u[i] * v[i];
		vv += v[i] * v[i];
	}
	return sqrt(uv / vv);
}

/* b->arg powers; the norm in units of 1e-9. */
static void run(struct bd *b, uint64_t n)
{
	double value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = norm((int)b->arg);
		bd_keep(value);
	}
	bd_result(b, (uint64_t)llround(value * 1e9));
}

static int verify(struct bd *b)
{
	/* Published with the benchmark for 100 after 10 powers; it has converged long before.
	 */
	return bd_expect(b, 1274219991);
}

BD_FAMILY("SpectralNorm", run, (5, 10), .tags = "float,matrix", .items = SIZE * SIZE,
	.verify = verify)
