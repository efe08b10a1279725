/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our benchmarks under Google Benchmark: linked instead of suite_main.c. */
#include <benchmark/benchmark.h>
#include <map>

extern "C" {
#include "harness/base/clock.h"
#include "harness/registry.h"
}

/* As many iterations as take about 100 us, at most 1,000; the same in all repetitions. */
static int64_t batch_of(struct bd *b, const struct bd_case *one)
{
	static std::map<const struct bd_case *, int64_t> known;
	uint64_t start = bd_clock_ns(), took;

	if (known.count(one))
		return known[one];
	one->benchmark->run(b, 1);
	took = bd_clock_ns() - start + 100;
	return known[one] = took > 100000 ? 1 : 100000 / (int64_t)took;
}

static void measure(benchmark::State &state, const struct bd_case *one)
{
	const struct bd_benchmark *benchmark = one->benchmark;
	struct bd b = {};

	b.arg = one->arg;
	b.name = one->name;
	if (benchmark->setup && benchmark->setup(&b)) {
		state.SkipWithError(b.reason);
	} else if (benchmark->before_sample) {
		for (auto _ : state) {
			state.PauseTiming();
			benchmark->before_sample(&b, 1);
			state.ResumeTiming();
			benchmark->run(&b, 1);
		}
	} else {
		int64_t batch = batch_of(&b, one);

		while (state.KeepRunningBatch(batch))
			benchmark->run(&b, (uint64_t)batch);
	}
	if (benchmark->teardown)
		benchmark->teardown(&b);
}

int main(int argc, char **argv)
{
	struct bd_registry registry = {};
	struct err e;

	if (bd_registry_load(&registry, &e))
		return 4;
	for (size_t i = 0; i < registry.count; i++)
		benchmark::RegisterBenchmark(
			registry.cases[i].name, measure, &registry.cases[i])
			->UseRealTime();
	benchmark::Initialize(&argc, argv);
	benchmark::RunSpecifiedBenchmarks();
	return 0;
}
