/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results are addresses: of the code, the stack, the heap and the libraries of the launch.
 * Limit has the limit of the stack, and the size of the stack of a thread. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

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

static void library(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, (uint64_t)(uintptr_t)malloc);
}

static void *size_of_own_stack(void *result)
{
	pthread_attr_t attributes;

	if (!pthread_getattr_np(pthread_self(), &attributes)) {
		pthread_attr_getstacksize(&attributes, result);
		pthread_attr_destroy(&attributes);
	}
	return NULL;
}

static void limit(struct bd *b, uint64_t n)
{
	struct rlimit stack = { 0 };
	size_t size = 0;
	pthread_t thread;

	(void)n;
	getrlimit(RLIMIT_STACK, &stack);
	if (!pthread_create(&thread, NULL, size_of_own_stack, &size))
		pthread_join(thread, NULL);
	bd_result(b, (uint64_t)stack.rlim_cur * 31 + size);
}

BD_BENCHMARK("Code", code)
BD_BENCHMARK("Library", library)
BD_BENCHMARK("Limit", limit)
BD_BENCHMARK("Stack", stack)
BD_BENCHMARK("Heap", heap, .setup = allocate, .teardown = release)
