// SPDX-License-Identifier: GPL-3.0-or-later
// A constructor writes to data of a library that are copied into the program.
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

extern char **environ;
static char path[] = "PATH=/bin", mode[] = WORD("MODE=1", "MODE=22");
static char *own[] = { path, mode, NULL };
__attribute__((constructor)) static void make()
{
	environ = own;
}
CASE(strlen(getenv("MODE")))
