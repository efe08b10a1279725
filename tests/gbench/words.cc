// SPDX-License-Identifier: GPL-3.0-or-later
// A program of Google Benchmark with one of each kind, for tests/cli/adapters/gbench.sh.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

static void Sum(benchmark::State &state)
{
	std::vector<int> values(state.range(0), 1);

	for (auto _ : state) {
		int sum = 0;

		for (int round = 0; round < ROUNDS; round++)
			for (int value : values)
				benchmark::DoNotOptimize(sum += value);
	}
	state.SetItemsProcessed(state.iterations() * state.range(0));
	state.SetBytesProcessed(state.iterations() * state.range(0) * 4);
	state.counters["rounds"] = ROUNDS;
	state.counters["none"] = 0.0 / (double)(state.range(0) - state.range(0));
}
BENCHMARK(Sum)->Arg(1000)->Unit(benchmark::kMillisecond);

template <class T> static void Make(benchmark::State &state)
{
	for (auto _ : state) {
		T made(100, typename T::value_type());

		benchmark::DoNotOptimize(made.data());
	}
}
BENCHMARK_TEMPLATE(Make, std::vector<std::pair<int, int>>);
BENCHMARK_TEMPLATE(Make, std::string)->UseRealTime()->Threads(2);

static void Refuses(benchmark::State &state)
{
	state.SkipWithError("no \"input\"");
	for (auto _ : state)
		;
}
BENCHMARK(Refuses);

// Names that are regular expressions.
BENCHMARK(Sum)->Name("a.c+[d]{2}|(e)^$*?\\f")->Arg(10)->Repetitions(3)->Iterations(50);
BENCHMARK(Sum)->Name("a_c+[d]{2}|(e)^$*?\\f")->Arg(10);

BENCHMARK_MAIN();
