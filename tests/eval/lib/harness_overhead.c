/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Built and run by harness_overhead.py: an empty benchmark, and beside it the same number of
 * bare pairs of clock reads. */
#include "harness/base/clock.h"
#include "harness/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS 100000

static void nothing(struct bd *b, uint64_t n)
{
	(void)b;
	bd_keep(n);
}

BD_BENCHMARK("Nothing", nothing)

/* ns a pair: both reads and keeping the difference, as small as it can be written. */
static double bare_pair(double *differences)
{
	uint64_t begin = bd_clock_ns();

	for (size_t i = 0; i < PAIRS; i++) {
		uint64_t start = bd_clock_ns();

		differences[i] = (double)(bd_clock_ns() - start);
	}
	return (double)(bd_clock_ns() - begin) / PAIRS;
}

int main(int argc, char **argv)
{
	static const struct bd_build build = { BD_COMPILER, BD_FLAGS, 1, 0, 0, 0 };
	double *differences;

	if (argc < 2 || strcmp(argv[1], "bare") != 0)
		return bd_main(argc, argv, &build);
	differences = calloc(PAIRS, sizeof(*differences));
	if (!differences)
		return 4;
	bare_pair(differences);
	printf("%.2f\n", bare_pair(differences));
	free(differences);
	return 0;
}
