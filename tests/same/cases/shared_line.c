/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 6: two threads write to counters that share a line of the cache, or do not.
 * link: -pthread
 * differs: always */
#include "tests/same/cases/case.h"
#include <pthread.h>

#if V == 1
#define ALIGNED _Alignas(64)
#else
#define ALIGNED
#endif
static ALIGNED volatile long one;
static ALIGNED volatile long two;

static void *count(void *p)
{
	(void)p;
	for (int i = 0; i < 1000; i++)
		one++;
	return NULL;
}

static NOINLINE long both(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, count, NULL))
		return 0;
	for (int i = 0; i < 1000; i++)
		two++;
	pthread_join(thread, NULL);
	return 1;
}
CASE((uint64_t)both())
