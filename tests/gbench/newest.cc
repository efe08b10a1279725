// SPDX-License-Identifier: GPL-3.0-or-later
// CHANGE is the number of what differs.
#include "newest.h"

#define PICK(number, then, otherwise) (CHANGE == (number) ? (then) : (otherwise))

static volatile int sum;

static void One(benchmark::State &)
{
	sum = sum + PICK(1, 5, 6);
}
BENCHMARK(One);

static void Two(benchmark::State &)
{
	sum = sum * PICK(2, 5, 6);
}
BENCHMARK(Two)->Arg(PICK(3, 7, 8))->ArgNames({ "n" });

static void Three(benchmark::State &)
{
	sum = sum / 3;
}
BENCHMARK(Three)->ArgsProduct({ { 1, 2 }, { 3, PICK(4, 4, 5) } });

int main(int argc, char **argv)
{
	benchmark::MaybeReenterWithoutASLR(argc, argv);
	benchmark::RunSpecifiedBenchmarks();
}
