// SPDX-License-Identifier: GPL-3.0-or-later
// A constructor has what the loader gives it changed: the program's environment.
#include "tests/same/cases/case.h"
#include <stdlib.h>

static volatile int other;
NOINLINE void change(int count, char **words, char **environment)
{
	other = count + (words != NULL);
	for (; *environment; environment++)
		if (environment[0][0] == 'P' && environment[0][1] == 'A' &&
			environment[0][2] == 'T' && environment[0][3] == 'H')
			environment[0][5] = V + '0';
}
__attribute__((constructor)) static void make(int count, char **words, char **environment)
{
	other = 1;
	change(count, words, environment);
}
CASE((uint64_t)getenv("PATH")[0])
