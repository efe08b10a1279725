/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite that registers a name twice: every use of it is an error. */
#include "harness/bench.h"

static void run(struct bd *b, uint64_t n)
{
	bd_result(b, n > 0);
}

BD_BENCHMARK("Same/1", run)
BD_FAMILY("Same", run, (1, 2))
