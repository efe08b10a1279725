// SPDX-License-Identifier: GPL-3.0-or-later
// A file whose constructor takes random numbers, for tests/cli/adapters/gbench_code.sh. CHANGE
// is the number of what differs.
#include <benchmark/benchmark.h>

#include <random>

#define PICK(number, then, otherwise) (CHANGE == (number) ? (then) : (otherwise))

static std::random_device device;
static std::mt19937 numbers(device() + PICK(3, 7, 6));
int counter = 5; // read as it is in the file, unless writer.cc is there
static const auto range = { benchmark::CreateRange(1, PICK(4, 512, 4096), 8),
	benchmark::CreateRange(0, 64, PICK(5, 4, 2)) };

static void Plain(benchmark::State &state)
{
	int sum = PICK(1, 1, 2);

	for (auto _ : state)
		benchmark::DoNotOptimize(sum += PICK(1, 3, 4));
}
BENCHMARK(Plain);

static void Drawn(benchmark::State &state)
{
	for (auto _ : state)
		benchmark::DoNotOptimize(numbers() + PICK(2, 2, 1));
}
BENCHMARK(Drawn);

static void Ranged(benchmark::State &state)
{
	int64_t sum = 0;

	for (auto _ : state)
		benchmark::DoNotOptimize(sum += state.range(0) + state.range(1));
}
BENCHMARK(Ranged)->ArgsProduct(range);

static void Counted(benchmark::State &state)
{
	int64_t sum = 0;

	for (auto _ : state)
		benchmark::DoNotOptimize(sum += state.range(0));
}
BENCHMARK(Counted)->Arg(counter + PICK(6, 1, 2));

BENCHMARK_MAIN();
