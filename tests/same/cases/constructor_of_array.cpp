// SPDX-License-Identifier: GPL-3.0-or-later
// A section that ends with _array can be written to, unless it is the linker's.
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

__attribute__((section(".my_array"))) volatile int mode = 3;
static volatile int other;
__attribute__((constructor)) static void make()
{
	mode = V;
	other = 1;
}
CASE((uint64_t)mode)
