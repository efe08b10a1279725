/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <complex.h>

enum { SIDE = 64, LIMIT = 50 };

static double point_x(int column)
{
	return 3.0 * column / SIDE - 2.0;
}

static double point_y(int row)
{
	return 2.5 * row / SIDE - 1.25;
}

/* Iterations until the point escapes, at most LIMIT. */
static int escape(double cr, double ci)
{
	double zr = 0, zi = 0;

	for (int k = 0; k < LIMIT; k++) {
		double rr = zr * zr, ii = zi * zi;

		if (rr + ii > 4)
			return k;
		zi = 2 * zr * zi + ci;
		zr = rr - ii + cr;
	}
	return LIMIT;
}

/* Sum of the iterations over a picture of 64 x 64 points. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (int row = 0; row < SIDE; row++) {
			for (int column = 0; column < SIDE; column++)
				sum += (uint64_t)escape(point_x(column), point_y(row));
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

/* The same with the compiler's complex numbers; a point on the border may round otherwise. */
static int verify(struct bd *b)
{
	uint64_t sum = 0;

	for (int p = 0; p < SIDE * SIDE; p++) {
		double complex c = point_x(p % SIDE) + point_y(p / SIDE) * I, z = 0;
		int k = 0;

		for (; k < LIMIT && creal(z) * creal(z) + cimag(z) * cimag(z) <= 4; k++)
			z = z * z + c;
		sum += (uint64_t)k;
	}
	if (b->result > sum + 100 || b->result + 100 < sum)
		return bd_wrong(b, "sum %llu, not about %llu", (unsigned long long)b->result,
			(unsigned long long)sum);
	return 0;
}

BD_BENCHMARK("Mandelbrot", run, .tags = "float", .items = SIDE * SIDE, .verify = verify)
