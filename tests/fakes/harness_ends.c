/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Benchmarks that end their process in several ways, beside one that does not. */
#include "harness/bench.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void killed(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	kill(getpid(), SIGKILL);
}

static void exits(struct bd *b, uint64_t n)
{
	(void)n;
	exit((int)b->arg);
}

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, 1);
}

BD_BENCHMARK("Killed", killed)
BD_FAMILY("Exits", exits, (7, 0))
BD_BENCHMARK("Fine", fine)
