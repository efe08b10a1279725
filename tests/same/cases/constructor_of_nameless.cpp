// SPDX-License-Identifier: GPL-3.0-or-later
// Data without symbols, of which a constructor writes more at once than the benchmark reads.
// compilers: gcc
// link: -Wl,-x
#include "tests/same/cases/case.h"

namespace benchmark
{
class State;
}
void body(benchmark::State &);
void body(benchmark::State &)
{
	bd_clobber();
}

static struct {
	int x, y;
} pair __attribute__((aligned(16)));
__attribute__((constructor)) static void make()
{
	pair.x = 3;
	pair.y = V;
}
CASE((uint64_t) * (volatile int *)&pair.y)
