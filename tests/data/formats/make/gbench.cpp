// SPDX-License-Identifier: GPL-3.0-or-later
// Made the files gbench*.json: see ../README.md.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

template <typename T> static void BM_Fill(benchmark::State &state)
{
	std::vector<T> v(state.range(0));
	for (auto _ : state) {
		std::fill(v.begin(), v.end(), T(1));
		benchmark::DoNotOptimize(v.data());
	}
	state.SetItemsProcessed(state.iterations() * state.range(0));
	state.SetBytesProcessed(state.iterations() * state.range(0) * sizeof(T));
	state.SetComplexityN(state.range(0));
}
BENCHMARK_TEMPLATE(BM_Fill, int)->Arg(64)->Arg(512)->Complexity();

static void BM_Micro(benchmark::State &state)
{
	for (auto _ : state)
		benchmark::DoNotOptimize(std::string("a \"quoted\" name\\"));
	state.counters["Foo"] = 3;
}
BENCHMARK(BM_Micro)->Name("BM_\"Micro\"\\\n/\xC3\xA4")->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_Micro)->Threads(2)->UseRealTime();

static void BM_Fails(benchmark::State &state)
{
	state.SkipWithError("no \"data\" file");
	for (auto _ : state) {
	}
}
BENCHMARK(BM_Fails);

BENCHMARK_MAIN();
