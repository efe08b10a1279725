/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4a: main() sets a state of the C library.
 * main: own
 * differs: always */
#include "tests/same/cases/case.h"
#include <malloc.h>

CASE(1)

int main(int argc, char **argv)
{
	static const struct bd_build build = { BD_COMPILER, BD_FLAGS, BD_OPTIMIZED,
		BD_OPTIMIZED_FOR_SIZE, BD_ASSERTIONS, BD_SANITIZED };

	mallopt(M_MMAP_THRESHOLD, V * 65536);
	return bd_main(argc, argv, &build);
}
