// SPDX-License-Identifier: GPL-3.0-or-later
#include "newest.h"

#include <unistd.h>

static std::vector<std::unique_ptr<benchmark::Benchmark>> *all;

namespace benchmark
{
Benchmark::Benchmark(const std::string &name) : name(name)
{
}

Benchmark::~Benchmark()
{
}

Benchmark *Benchmark::Arg(long number)
{
	args.push_back({ number });
	return this;
}

Benchmark *Benchmark::ArgsProduct(const std::vector<std::vector<long>> &numbers)
{
	args = numbers;
	return this;
}

Benchmark *Benchmark::ArgNames(const std::vector<std::string> &names)
{
	name += names[0];
	return this;
}

Benchmark *internal::RegisterBenchmarkInternal(std::unique_ptr<Benchmark> one)
{
	if (!all)
		all = new std::vector<std::unique_ptr<Benchmark>>;
	all->push_back(std::move(one));
	return all->back().get();
}

void MaybeReenterWithoutASLR(int argc, char **argv)
{
	if (argc > 1)
		execv(argv[0], argv);
}

void RunSpecifiedBenchmarks()
{
	State state;

	for (auto &one : *all)
		one->Run(state);
}
} // namespace benchmark
