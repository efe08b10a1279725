// SPDX-License-Identifier: GPL-3.0-or-later
// What Google Benchmark calls its classes and functions after version 1.9.5, which Debian 12
// does not have: for tests/cli/adapters/gbench_code.sh. A program is only read, never executed.
#ifndef TESTS_GBENCH_NEWEST_H
#define TESTS_GBENCH_NEWEST_H

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace benchmark
{
class State
{
};

class Benchmark
{
      public:
	explicit Benchmark(const std::string &name);
	virtual ~Benchmark();
	virtual void Run(State &state) = 0;
	Benchmark *Arg(long number);
	Benchmark *ArgsProduct(const std::vector<std::vector<long>> &numbers);
	Benchmark *ArgNames(const std::vector<std::string> &names);

      private:
	std::string name;
	std::vector<std::vector<long>> args;
};

namespace internal
{
Benchmark *RegisterBenchmarkInternal(std::unique_ptr<Benchmark> one);

class FunctionBenchmark : public Benchmark
{
      public:
	FunctionBenchmark(const char *name, void (*function)(State &))
	    : Benchmark(name), function(function)
	{
	}
	void Run(State &state) override
	{
		function(state);
	}

      private:
	void (*function)(State &);
};
} // namespace internal

void MaybeReenterWithoutASLR(int argc, char **argv);
void RunSpecifiedBenchmarks();
} // namespace benchmark

#define BENCHMARK(function)                                                         \
	static ::benchmark::Benchmark *benchmark_uniq_##function =                  \
		::benchmark::internal::RegisterBenchmarkInternal(                   \
			std::make_unique<::benchmark::internal::FunctionBenchmark>( \
				#function, function))

#endif
