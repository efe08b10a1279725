/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that end before they have measured anything. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/bench.h"

static void by_signal(struct bd *b, uint64_t n)
{
	(void)n;
	fprintf(stderr, "about to raise %ld\n", b->arg);
	signal((int)b->arg, SIG_DFL);
	raise((int)b->arg);
}

static void by_exit(struct bd *b, uint64_t n)
{
	(void)n;
	fprintf(stderr, "first line\nsecond line\nlast words\n");
	exit((int)b->arg);
}

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, 1);
}

static int skip(struct bd *b)
{
	return bd_skip(b, "no such thing here");
}

static int wrong(struct bd *b)
{
	return bd_wrong(b, "it is %d", 1);
}

BD_FAMILY("Signal", by_signal,
	(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 25, 26, 27, 29, 30, 31))
BD_FAMILY("Exit", by_exit, (0, 1, 2, 77, 255))
BD_BENCHMARK("Fine", fine)
BD_BENCHMARK("Skips", fine, .setup = skip)
BD_BENCHMARK("Wrong", fine, .verify = wrong)
