/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Well-behaved alone and in a folder "old"; elsewhere what can go wrong in a launch's turn. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/bench.h"

/* Where the driver puts the socket. */
#define TURN_FD 4

static int in_turns(void)
{
	struct stat info;

	return fstat(TURN_FD, &info) == 0 && S_ISSOCK(info.st_mode);
}

/* Is it time? In the third call of a launch that is in turns and not in "old". */
static int now(void)
{
	static int calls;
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);

	path[n > 0 ? n : 0] = '\0';
	return ++calls == 3 && in_turns() && !strstr(path, "/old/");
}

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, (uint64_t)in_turns());
}

/* Each process has a speed of its own, up to eight times that of another one. */
static void speeds(struct bd *b, uint64_t n)
{
	uint32_t x = (uint32_t)getpid();
	uint64_t work;

	/* The end of MurmurHash3, as processes have numbers in a row. */
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	work = n << (x >> 30) << 7;
	for (uint64_t i = 0; i < work; i++)
		__asm__ volatile("" ::: "memory");
	fine(b, n);
}

static void dies(struct bd *b, uint64_t n)
{
	if (now())
		raise(SIGKILL);
	fine(b, n);
}

static void hangs(struct bd *b, uint64_t n)
{
	while (now())
		for (;;)
			pause();
	fine(b, n);
}

/* Says nothing any more, and lives on. */
static void closes(struct bd *b, uint64_t n)
{
	if (now())
		close(TURN_FD);
	fine(b, n);
}

/* The stream does not end with it. */
static void leaves_it_to_a_child(struct bd *b, uint64_t n)
{
	if (now()) {
		if (fork() == 0)
			for (;;)
				pause();
		raise(SIGKILL);
	}
	fine(b, n);
}

static void exits(struct bd *b, uint64_t n)
{
	if (now())
		exit(5);
	fine(b, n);
}

static int skips(struct bd *b)
{
	return in_turns() ? bd_skip(b, "not in turns") : 0;
}

BD_BENCHMARK("Fine", fine)
BD_BENCHMARK("Speeds", speeds)
BD_BENCHMARK("Dies", dies)
BD_BENCHMARK("Hangs", hangs)
BD_BENCHMARK("Closes", closes)
BD_BENCHMARK("Leaves", leaves_it_to_a_child)
BD_BENCHMARK("Exits", exits)
BD_BENCHMARK("Skips", fine, .setup = skips)
