/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results are addresses: of the code, the stack and the heap of the launch. */
#include <stdlib.h>

#include "harness/bench.h"

static void code(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, (uint64_t)(uintptr_t)code);
}

static void stack(struct bd *b, uint64_t n)
{
	bd_result(b, (uint64_t)(uintptr_t)&n);
}

static int allocate(struct bd *b)
{
	b->state = malloc(100);
	return !b->state;
}

static void heap(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, (uint64_t)(uintptr_t)b->state);
}

static void release(struct bd *b)
{
	free(b->state);
}

BD_BENCHMARK("Code", code)
BD_BENCHMARK("Stack", stack)
BD_BENCHMARK("Heap", heap, .setup = allocate, .teardown = release)
