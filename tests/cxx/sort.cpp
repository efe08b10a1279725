/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace
{

struct Numbers {
	std::vector<uint64_t> input, work;
};

int setup(struct bd *b)
{
	auto *numbers = new Numbers;
	uint64_t seed = 1;

	numbers->input.resize(static_cast<size_t>(b->arg));
	for (auto &value : numbers->input)
		value = bd_random(&seed) % 1000;
	numbers->work = numbers->input;
	b->state = numbers;
	b->items = static_cast<double>(b->arg);
	return 0;
}

void run(struct bd *b, uint64_t n)
{
	auto &numbers = *static_cast<Numbers *>(b->state);

	for (uint64_t i = 0; i < n; i++) {
		std::copy(numbers.input.begin(), numbers.input.end(), numbers.work.begin());
		std::sort(numbers.work.begin(), numbers.work.end());
		bd_keep(numbers.work.data());
	}
	bd_result(b, bd_hash(numbers.work.data(), numbers.work.size() * 8, 0));
}

int verify(struct bd *b)
{
	const auto &numbers = *static_cast<Numbers *>(b->state);
	auto expected = numbers.input;

	std::stable_sort(expected.begin(), expected.end());
	return bd_expect(b, bd_hash(expected.data(), expected.size() * 8, 0));
}

void teardown(struct bd *b)
{
	delete static_cast<Numbers *>(b->state);
}

} // namespace

BD_FAMILY("StdSort", run, (64, 4096), .tags = "cxx,sort", .setup = setup, .verify = verify,
	.teardown = teardown)
