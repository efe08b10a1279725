/* SPDX-License-Identifier: MIT */
#include "harness/place.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define HEAP_PAGES_MAX 1000
/* Of a thread where the stack has no limit (glibc, ARCH_STACK_DEFAULT_SIZE). */
#define THREAD_STACK ((rlim_t)2 << 20)

static void move_heap(void)
{
	const char *text = getenv("BD_HEAP_PAGES");
	long pages = text ? strtol(text, NULL, 10) : 0;

	/* A failure leaves the heap where it is. */
	if (pages > 0 && pages <= HEAP_PAGES_MAX && sbrk(pages * sysconf(_SC_PAGESIZE)))
		return;
}

/* glibc took the size of the stacks of threads from the limit before main() began. */
static void size_threads(rlim_t bytes)
{
	pthread_attr_t attributes;

	if (pthread_attr_init(&attributes))
		return;
	if (!pthread_attr_setstacksize(
		    &attributes, bytes == RLIM_INFINITY ? THREAD_STACK : bytes))
		pthread_setattr_default_np(&attributes);
	pthread_attr_destroy(&attributes);
}

static void limit_stack(void)
{
	const char *text = getenv("BD_STACK_LIMIT");
	struct rlimit limit;

	if (!text || getrlimit(RLIMIT_STACK, &limit))
		return;
	limit.rlim_cur = strtoull(text, NULL, 10);
	if (!limit.rlim_cur || setrlimit(RLIMIT_STACK, &limit))
		return;
	size_threads(limit.rlim_cur);
}

void bd_place_take(void)
{
	move_heap();
	limit_stack();
}
