// SPDX-License-Identifier: GPL-3.0-or-later
// What moves if a function is added before it: a table of jumps with a text behind it, handlers
// of exceptions, an empty text that is the end of another one. For
// tests/cli/adapters/gbench_code.sh.
#include <benchmark/benchmark.h>

#include <stdexcept>
#include <string>

#ifdef ADDED
__attribute__((used)) static int added(int n)
{
	return n * 7 + 1;
}
#endif

__attribute__((noinline)) static int work(int n)
{
	if (n > 100)
		throw std::out_of_range("far");
	return n + 1;
}

__attribute__((noinline)) static int choose(int n, const char *text)
{
	benchmark::DoNotOptimize(text);
	switch (n) {
	case 0:
		return work(3) * 5;
	case 1:
		return work(4) - 7;
	case 2:
		return work(5) / 3;
	case 3:
		return work(6) ^ 11;
	case 4:
		return work(7) + n;
	default:
		return work(n);
	}
}

static void Body(benchmark::State &state)
{
	int n = (int)state.range(0), sum = 0;

	for (auto _ : state) {
		try {
			sum += choose(n, n ? "a text behind the table" : "");
		} catch (const std::out_of_range &e) {
			state.SkipWithError(e.what());
		}
	}
	state.SetLabel(std::to_string(sum));
}
BENCHMARK(Body)->Arg(3);
BENCHMARK_MAIN();
