/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes compare/stats/dip_table.h by simulation (seeded, about a minute); from the root of the
 * project:
 *   cc -O2 -D_GNU_SOURCE -I. tests/eval/dip_table.c build/compare/libbdcompare.a \
 *      build/harness/libbdharness.a -lgsl -lgslcblas -lm -o dip_table && ./dip_table
 * >compare/stats/dip_table.h
 */
#include "compare/stats/dip.h"
#include "compare/stats/prng.h"
#include "compare/stats/quantile.h"
#include "tests/unit/support/uniform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const size_t sizes[] = { 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100, 200, 500, 1000,
	5000 };
static const double tails[] = { 1, 0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1,
	0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0001 };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Ordered uniform values, but for a scale that the dip does not see, from exponential gaps. */
static double dip_of_uniform(double *x, size_t n, struct prng *prng)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		x[i] = sum += -log1p(-uniform_draw(prng));
	return dip_statistic(x, n);
}

static void row(size_t n, struct prng *prng, double *x, double *dips)
{
	size_t count = n <= 200 ? 400000 : n <= 1000 ? 100000 : 40000;

	for (size_t i = 0; i < count; i++)
		dips[i] = dip_of_uniform(x, n, prng) * sqrt((double)n);
	quantile_sort(dips, count);
	printf("\t{ %zu, {", n);
	for (size_t i = 0; i < COUNT(tails); i++)
		printf("%s%.5f", i ? ", " : " ", quantile_r7(dips, count, 1 - tails[i]));
	printf(" } },\n");
}

int main(void)
{
	static double x[5000], dips[400000];
	struct prng prng;

	prng_seed(&prng, 1985);
	printf("/* SPDX-License-Identifier: GPL-3.0-or-later */\n#ifndef COMPARE_DIP_TABLE_H\n"
	       "#define COMPARE_DIP_TABLE_H\n\n#include <stddef.h>\n\n"
	       "/* Written by tests/eval/dip_table.c: sqrt(n) dip that n uniform values reach "
	       "with\n"
	       " * each of these probabilities. */\n#define DIP_TAILS %zu\n\n"
	       "static const double dip_tails[DIP_TAILS] = {",
		COUNT(tails));
	for (size_t i = 0; i < COUNT(tails); i++)
		printf("%s%g", i ? ", " : " ", tails[i]);
	printf(" };\n\nstatic const struct dip_row {\n\tsize_t n;\n"
	       "\tdouble at[DIP_TAILS];\n} dip_rows[] = {\n");
	for (size_t i = 0; i < COUNT(sizes); i++)
		row(sizes[i], &prng, x, dips);
	printf("};\n\n#endif\n");
	return 0;
}
