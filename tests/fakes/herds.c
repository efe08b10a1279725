/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A launch that hangs together with its children. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "harness/bench.h"

static void sleep_for_ever(void)
{
	for (;;)
		pause();
}

static void ignore_everything(int ready)
{
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_IGN);
	close(ready);
	sleep_for_ever();
}

/* A child in the group, one that left it, and both ignore SIGTERM. */
static void with_children(struct bd *b, uint64_t n)
{
	int ready[2];
	char c;

	(void)b;
	(void)n;
	if (pipe(ready) != 0)
		return;
	if (fork() == 0)
		ignore_everything(ready[1]);
	if (fork() == 0) {
		setsid();
		ignore_everything(ready[1]);
	}
	close(ready[1]);
	while (read(ready[0], &c, 1) > 0)
		;
	/* Before this is said, its time limit may have come on a busy machine. */
	fprintf(stderr, "both children are there\n");
	sleep_for_ever();
}

BD_BENCHMARK("WithChildren", with_children)
