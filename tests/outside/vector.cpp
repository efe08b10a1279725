/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <bdriver/bench.h>

#include <vector>

static void push_back(struct bd *b, uint64_t n)
{
	uint64_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		std::vector<int> v;

		for (int k = 0; k < 1000; k++)
			v.push_back(k);
		bd_keep(v.data());
		size = v.size();
	}
	bd_result(b, size);
}

static int check(struct bd *b)
{
	return bd_expect(b, 1000);
}

BD_BENCHMARK("PushBack", push_back, .tags = "cxx", .verify = check)
