/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that take more than they should: memory, descriptors, CPU time, disk, output. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/bench.h"

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, 1);
}

static void eat_memory(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	for (;;) {
		char *p = malloc(1 << 20);

		if (!p)
			abort();
		memset(p, 1, 1 << 20);
		/* Else clang sees that nobody looks at it, and takes none. */
		bd_keep(p);
	}
}

static void eat_files(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	while (open("/dev/null", O_RDONLY) >= 0)
		;
	fprintf(stderr, "no more files\n");
	_exit(9);
}

static void eat_time(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	for (;;)
		bd_clobber();
}

static void eat_disk(struct bd *b, uint64_t n)
{
	static char block[1 << 16];
	int fd = open("greedy.tmp", O_WRONLY | O_CREAT | O_TRUNC, 0600);

	(void)b;
	(void)n;
	unlink("greedy.tmp");
	while (write(fd, block, sizeof(block)) > 0)
		;
	abort();
}

/* One GiB; whether anybody takes it is not its business. */
static int flood(int fd)
{
	static char block[1 << 16];

	memset(block, 'x', sizeof(block));
	for (int i = 0; i < 1 << 14; i++) {
		ssize_t n = write(fd, block, sizeof(block));

		(void)n;
	}
	return 0;
}

static int flood_output(struct bd *b)
{
	(void)b;
	return flood(STDOUT_FILENO);
}

static int flood_errors(struct bd *b)
{
	(void)b;
	return flood(STDERR_FILENO);
}

BD_BENCHMARK("Memory", eat_memory, .tags = "memory")
BD_BENCHMARK("Files", eat_files)
BD_BENCHMARK("Time", eat_time)
BD_BENCHMARK("Disk", eat_disk)
BD_BENCHMARK("FloodsOutput", fine, .setup = flood_output)
BD_BENCHMARK("FloodsErrors", fine, .setup = flood_errors)
