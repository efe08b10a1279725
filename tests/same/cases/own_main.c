/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 4a: main() sets what the benchmark reads.
 * main: own */
#include "tests/same/cases/case.h"

static int mode;

CASE((uint64_t)mode)

int main(int argc, char **argv)
{
	static const struct bd_build build = { BD_COMPILER, BD_FLAGS, BD_OPTIMIZED,
		BD_OPTIMIZED_FOR_SIZE, BD_ASSERTIONS, BD_SANITIZED };

	mode = V;
	return bd_main(argc, argv, &build);
}
