// SPDX-License-Identifier: GPL-3.0-or-later
// The families of suite.c for Google Benchmark; -DSPIN_NEW=1: the new build.
#include "tests/eval/spin/kernel.h"
#include <benchmark/benchmark.h>

#define SPIN_FAMILY(name, steps, permille)                                                    \
	static void name(benchmark::State &state)                                             \
	{                                                                                     \
		for (auto _ : state)                                                          \
			benchmark::DoNotOptimize(spin(SPIN_MORE(steps, SPIN_NEW *permille))); \
	}                                                                                     \
	BENCHMARK(name)->DenseRange(1, 100)

SPIN_FAMILY(Short_plus0, SPIN_SHORT, 0);
SPIN_FAMILY(Short_plus2, SPIN_SHORT, 20);
SPIN_FAMILY(Short_plus5, SPIN_SHORT, 50);
SPIN_FAMILY(Long_plus0, SPIN_LONG, 0);
SPIN_FAMILY(Long_plus2, SPIN_LONG, 20);
SPIN_FAMILY(Long_plus5, SPIN_LONG, 50);

BENCHMARK_MAIN();
