/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <sys/mman.h>

#include "harness/bench.h"

/* Costs of a batch that do not follow its iterations, for the predictors of bdriver fit. */
#define EXTRA(n) ((n)*7 % 64)
#define PAGE     4096

static void allocate(uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		void *memory = malloc(16);

		bd_keep(memory);
		free(memory);
	}
}

static void work(uint64_t n)
{
	for (uint64_t i = 0; i < 100 * n; i++)
		bd_keep(i);
}

static void run_allocations(struct bd *b, uint64_t n)
{
	(void)b;
	work(n);
	allocate(EXTRA(n));
}

static void run_each(struct bd *b, uint64_t n)
{
	(void)b;
	allocate(n);
}

static void run_faults(struct bd *b, uint64_t n)
{
	size_t size = (EXTRA(n) + 1) * PAGE;
	volatile char *memory =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)b;
	work(n);
	for (size_t i = 0; memory != MAP_FAILED && i < EXTRA(n); i++)
		memory[i * PAGE] = 1;
	if (memory != MAP_FAILED)
		munmap((void *)memory, size);
}

BD_BENCHMARK("Allocations", run_allocations)
BD_BENCHMARK("Each", run_each)
BD_BENCHMARK("Faults", run_faults)
