// SPDX-License-Identifier: GPL-3.0-or-later
// Two constructors change places: one reads what the other one writes. In a program of Google
// Benchmark, as elsewhere all constructors count.
// compilers: gcc
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

__asm__(".section .init_array,\"aw\"\n.balign 8\n.quad " WORD(
	"one, two", "two, one") "\n.text");

static volatile int base, table;
extern "C" {
void one(void);
void two(void);
}
void one(void)
{
	base = 7;
}
void two(void)
{
	table = base * 2 + 1;
}
CASE((uint64_t)table)
