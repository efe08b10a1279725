/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that only the driver can end. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/bench.h"

static void sleep_for_ever(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	for (;;)
		pause();
}

static void spin_for_ever(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	for (;;)
		bd_clobber();
}

static void ignore_everything(struct bd *b, uint64_t n)
{
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_IGN);
	sleep_for_ever(b, n);
}

static void stop_itself(struct bd *b, uint64_t n)
{
	raise(SIGSTOP);
	sleep_for_ever(b, n);
}

BD_BENCHMARK("Sleeps", sleep_for_ever)
BD_BENCHMARK("Spins", spin_for_ever)
BD_BENCHMARK("IgnoresSignals", ignore_everything)
BD_BENCHMARK("StopsItself", stop_itself)
