/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One benchmark reads the file "numbers" beside the program and does as much work as their sum
 * says, and one reads random numbers only, as std::random_device of a static libc++ does. */
#include "harness/bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static uint64_t sum;

static int read_numbers(struct bd *b)
{
	char path[4096] = "";
	unsigned long number;
	FILE *file;

	if (readlink("/proc/self/exe", path, sizeof(path) - 9) <= 0)
		return bd_skip(b, "no /proc");
	memcpy(strrchr(path, '/') + 1, "numbers", 8);
	file = fopen(path, "re");
	if (!file)
		return bd_skip(b, "no file numbers");
	while (fscanf(file, "%lu", &number) == 1)
		sum += number;
	fclose(file);
	return 0;
}

__attribute__((noinline)) int random_device(void) __asm__("_ZNSt3__113random_deviceC1Ev");
int random_device(void)
{
	return open("/dev/urandom", O_RDONLY | O_CLOEXEC);
}

static int draw(struct bd *b)
{
	(void)b;
	close(random_device());
	return 0;
}

static void adds(struct bd *b, uint64_t n)
{
	uint64_t total = 0;

	for (uint64_t i = 0; i < n; i++) {
		total += i;
		bd_keep(total);
	}
	bd_result(b, 1);
}

static void works(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t k = 0; k < sum; k++)
			bd_keep(k);
	bd_result(b, 1);
}

BD_BENCHMARK("Reads", works, .setup = read_numbers)
BD_BENCHMARK("Adds", adds, .setup = draw)
