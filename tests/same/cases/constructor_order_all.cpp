// SPDX-License-Identifier: GPL-3.0-or-later
// Two constructors change places: one of them counts for all benchmarks.
// compilers: gcc
#include "tests/same/cases/case.h"
#include <stdlib.h>

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

static volatile int mode;
extern "C" {
void one(void);
void two(void);
}
void one(void)
{
	mode = 1000;
	setenv("BD_CASE", "1", 1);
}
void two(void)
{
	mode = 10;
}
CASE((uint64_t)mode)
