// SPDX-License-Identifier: GPL-3.0-or-later
// Benchmarks that are registered in all ways, for tests/cli/adapters/gbench_code.sh. CHANGE is
// the number of what differs.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#define PICK(number, then, otherwise) (CHANGE == (number) ? (then) : (otherwise))

static int mode, fixed, prepared;
// As an object, so that it is told apart from the texts beside it.
static const char late[] = "Late";

__attribute__((noinline)) static int shared(int n)
{
	return n * PICK(9, 5, 3);
}

static void report(benchmark::State &state, int sum)
{
	for (auto _ : state)
		benchmark::DoNotOptimize(sum += 1);
	state.SetLabel(std::to_string(sum - (int)state.iterations()));
}

static void Body(benchmark::State &state)
{
	report(state, shared(PICK(1, 7, 2)));
}
BENCHMARK(Body);

#if CHANGE == 8
static void Added(benchmark::State &state)
{
	report(state, 11);
}
BENCHMARK(Added)->Arg(3)->Name("Something that is long enough for the heap");
#endif

static void Args(benchmark::State &state)
{
	report(state, (int)state.range(0));
}
BENCHMARK(Args)->Args({ PICK(2, 64, 65), 3 })->Unit(benchmark::kMicrosecond)->MinTime(0.001);

static void Product(benchmark::State &state)
{
	report(state, (int)(state.range(0) * state.range(1)));
}
BENCHMARK(Product)->ArgsProduct({ { 2, PICK(3, 4, 5) }, { 6, 7 } })->ArgNames({ "a", "bcd" });

static void prepare(const benchmark::State &)
{
	prepared = PICK(4, 1, 2);
}
static void Prepared(benchmark::State &state)
{
	report(state, shared(prepared));
}
BENCHMARK(Prepared)->Setup(prepare);

class Fix : public benchmark::Fixture {
	public:
	void SetUp(const benchmark::State &) override
	{
		fixed = PICK(5, 8, 9);
	}
};
BENCHMARK_F(Fix, Case)(benchmark::State &state)
{
	report(state, fixed);
}

static void Captured(benchmark::State &state, int number)
{
	report(state, number);
}
BENCHMARK_CAPTURE(Captured, one, PICK(6, 21, 22));
BENCHMARK_CAPTURE(Captured, two, 23);

static void Texted(benchmark::State &state, const std::string &text)
{
	report(state, (int)text.size());
}
BENCHMARK_CAPTURE(Texted, literal, PICK(15, "four", "three"));

struct Thing {
	int value = PICK(7, 31, 32);
};
template <class T> static void Template(benchmark::State &state)
{
	report(state, T().value);
}
BENCHMARK_TEMPLATE(Template, Thing);

static void apply(benchmark::internal::Benchmark *all)
{
	for (int i = 0; i < PICK(10, 3, 4); i++)
		all->Arg(i);
}
static void Applied(benchmark::State &state)
{
	report(state, (int)state.range(0));
}
BENCHMARK(Applied)->Apply(apply);

static const std::vector<int> made(3, PICK(14, 51, 52));
static void Made(benchmark::State &state)
{
	report(state, made[1]);
}
BENCHMARK(Made);

static void Mode(benchmark::State &state)
{
	report(state, mode);
}
BENCHMARK(Mode);

// Names that are those of functions, and mean others.
void Given(benchmark::State &state)
{
	report(state, 61);
}
void Known(benchmark::State &state)
{
	report(state, 62);
}
static void Hidden(benchmark::State &state)
{
	report(state, PICK(16, 63, 64));
}
static void Other(benchmark::State &state)
{
	report(state, PICK(17, 65, 66));
}
static auto *const known = benchmark::RegisterBenchmark("Known", Other);

#ifdef RENAMED
void Own(benchmark::State &state)
{
	report(state, 67);
}
BENCHMARK(Own)->Name("Another");
static void Renamed(benchmark::State &state)
{
	report(state, PICK(18, 68, 69));
}
BENCHMARK(Renamed)->Name("Own");
#endif

int main(int argc, char **argv)
{
	int captured = PICK(12, 41, 42);

	mode = PICK(11, 1, 2);
	benchmark::RegisterBenchmark(late, [captured](benchmark::State &state) {
		report(state, captured);
	});
	benchmark::RegisterBenchmark("Given", Hidden);
	benchmark::Initialize(&argc, argv);
	benchmark::RunSpecifiedBenchmarks();
}
