/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/reference_work.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "harness/base/clock.h"

#define CORE_STEPS   20000u
#define CACHE_LINES  256u /* 16 KiB: fits into any first-level cache */
#define CACHE_ROUNDS 48u
#define MEMORY_LINES 512u
#define LINE         64u
#define RESTS_TIMES  1000u

/* For each thread that runs it. A ring through all lines in an order that no prefetcher
 * guesses. */
static _Thread_local _Alignas(4096) unsigned char ring[MEMORY_LINES * LINE];

static uint32_t *next_of(uint32_t line)
{
	return (uint32_t *)(void *)(ring + (size_t)line * LINE);
}

/* Sattolo's shuffle of the first n lines: one cycle. */
static void make_ring(uint32_t n)
{
	uint32_t order[MEMORY_LINES];
	uint64_t state = 88172645463325252u;

	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t i = n - 1; i > 0; i--) {
		uint32_t k, swap;

		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		k = (uint32_t)(state % i);
		swap = order[i];
		order[i] = order[k];
		order[k] = swap;
	}
	for (uint32_t i = 0; i < n; i++)
		*next_of(order[i]) = order[(i + 1) % n];
}

/* A watching thread on each CPU runs this at the same time. */
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

/* Puts the ring out of all caches; where that cannot be done, the part shows the cache again.
 */
static void evict(void)
{
#if defined(__x86_64__)
	for (uint32_t i = 0; i < MEMORY_LINES; i++)
		__builtin_ia32_clflush(ring + (size_t)i * LINE);
	__builtin_ia32_mfence();
#endif
}

void reference_work_run(struct sentinel_times *times)
{
	times->ns[SENTINEL_CORE] = time_core();
	make_ring(CACHE_LINES);
	chase(CACHE_LINES);
	times->ns[SENTINEL_CACHE] = chase(CACHE_LINES * CACHE_ROUNDS);
	make_ring(MEMORY_LINES);
	evict();
	times->ns[SENTINEL_MEMORY] = chase(MEMORY_LINES);
}

void reference_work_init(struct reference_works *s, const int *cpus, unsigned count)
{
	*s = (struct reference_works){ .items = memory_zeroed(count, sizeof(*s->items)),
		.count = count };
	for (unsigned i = 0; i < count; i++) {
		s->items[i].cpu = cpus[i];
		for (int part = 0; part < SENTINEL_PARTS; part++)
			s->items[i].last.ns[part] = s->items[i].best.ns[part] = NAN;
	}
}

void reference_work_release(struct reference_works *s)
{
	free(s->items);
	*s = (struct reference_works){ 0 };
}

/* On the worker's CPU. Returns -1 where this process may not go there. */
static int run_there(const struct reference_work *sentinel, struct sentinel_times *times)
{
	cpu_set_t before, there;

	CPU_ZERO(&there);
	CPU_SET(sentinel->cpu, &there);
	if (sched_getaffinity(0, sizeof(before), &before) ||
		sched_setaffinity(0, sizeof(there), &there))
		return -1;
	reference_work_run(times);
	sched_setaffinity(0, sizeof(before), &before);
	return 0;
}

static void keep(struct reference_work *sentinel, const struct sentinel_times *now,
	struct evidence *evidence)
{
	for (int part = 0; part < SENTINEL_PARTS; part++) {
		evidence->sentinel_ns[part] = fmax(sentinel->last.ns[part], now->ns[part]);
		sentinel->best.ns[part] = fmin(sentinel->best.ns[part], now->ns[part]);
	}
	sentinel->last = *now;
	sentinel->taken++;
}

void reference_work_take(struct reference_works *s, unsigned worker, struct log_row *row)
{
	struct reference_work *sentinel = worker < s->count ? &s->items[worker] : NULL;
	struct sentinel_times now;
	uint64_t start = bd_clock_ns(), end;

	if (!sentinel || sentinel->cpu < 0 || start < sentinel->rests_until_ns)
		return;
	if (run_there(sentinel, &now))
		return;
	end = bd_clock_ns();
	sentinel->rests_until_ns = end + RESTS_TIMES * (end - start);
	keep(sentinel, &now, &row->evidence);
}
