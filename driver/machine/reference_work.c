/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/reference_work.h"

#include <stdint.h>

#include "compare/stats/prng.h"
#include "harness/base/clock.h"

#define CORE_STEPS   20000u
#define CACHE_LINES  256u /* 16 KiB: fits into any first-level cache */
#define CACHE_ROUNDS 48u
#define MEMORY_LINES 512u
#define LINE         64u

/* A ring through all lines, in an order that no prefetcher predicts. */
static _Thread_local _Alignas(4096) unsigned char ring[MEMORY_LINES * LINE];

static uint32_t *next_of(uint32_t line)
{
	return (uint32_t *)(void *)(ring + (size_t)line * LINE);
}

/* Sattolo's shuffle of the first n lines: one cycle. */
static void make_ring(uint32_t n)
{
	uint32_t order[MEMORY_LINES];
	struct prng prng;

	prng_seed(&prng, 1);
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t i = n - 1; i > 0; i--) {
		uint32_t k = (uint32_t)prng_below(&prng, i), swap = order[i];

		order[i] = order[k];
		order[k] = swap;
	}
	for (uint32_t i = 0; i < n; i++)
		*next_of(order[i]) = order[(i + 1) % n];
}

static _Thread_local volatile uint64_t sink;

/* Each step needs the one before: latency, not throughput. */
static double time_core(void)
{
	uint64_t start = bd_clock_ns(), x = sink | 1;

	for (uint32_t i = 0; i < CORE_STEPS; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	sink = x;
	return (double)(bd_clock_ns() - start);
}

static double chase(uint32_t steps)
{
	uint64_t start = bd_clock_ns();
	uint32_t at = 0;

	for (uint32_t i = 0; i < steps; i++)
		at = *(volatile uint32_t *)next_of(at);
	sink = at;
	return (double)(bd_clock_ns() - start);
}

/* Removes the ring from all caches. Without clflush, the part times the cache again. */
static void evict(void)
{
#if defined(__x86_64__)
	for (uint32_t i = 0; i < MEMORY_LINES; i++)
		__builtin_ia32_clflush(ring + (size_t)i * LINE);
	__builtin_ia32_mfence();
#endif
}

double reference_work_run(void)
{
	double ns = time_core();

	make_ring(CACHE_LINES);
	chase(CACHE_LINES);
	ns += chase(CACHE_LINES * CACHE_ROUNDS);
	make_ring(MEMORY_LINES);
	evict();
	return ns + chase(MEMORY_LINES);
}
