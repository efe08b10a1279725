// SPDX-License-Identifier: GPL-3.0-or-later
// Made nanobench.json: see ../README.md.
#define ANKERL_NANOBENCH_IMPLEMENT
#include <nanobench.h>

#include <fstream>

int main()
{
	ankerl::nanobench::Bench bench;
	double d = 1;
	std::ofstream out("nanobench.json");

	bench.title("Numbers").epochs(5).minEpochIterations(1000);
	bench.run("divide", [&] { ankerl::nanobench::doNotOptimizeAway(d /= 1.01); });
	bench.batch(10).run("ten", [&] {
		for (int i = 0; i < 10; i++)
			ankerl::nanobench::doNotOptimizeAway(d *= 1.01);
	});
	bench.render(ankerl::nanobench::templates::json(), out);
}
