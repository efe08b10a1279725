/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <array>
#include <stdexcept>
#include <string>

/* bd_keep() takes whatever a benchmark may want to keep. */
static void keep_all(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		std::array<int, 9> array{};
		std::string text(3, 'x');
		const std::string &reference = text;

		bd_keep(array);
		bd_keep(text.size());
		bd_keep(reference.c_str());
		bd_keep(1.5);
		bd_keep(2.5F);
		bd_keep(true);
		bd_keep(&array);
		bd_clobber();
	}
	bd_result(b, 1);
}

BD_BENCHMARK("KeepAll", keep_all)

/* A registration in a function's place of its own: no set-up, a lambda to time. */
BD_BENCHMARK(
	"Lambda", [](struct bd *b, uint64_t n) { bd_result(b, n - n + 5); }, .tags = "cxx",
	.verify = [](struct bd *b) { return bd_expect(b, 5); })

static int throws_and_catches(struct bd *b)
{
	try {
		throw std::runtime_error("unlucky");
	} catch (const std::exception &e) {
		return bd_skip(b, "%s", e.what());
	}
}

BD_BENCHMARK("Unlucky", keep_all, .setup = throws_and_catches)
