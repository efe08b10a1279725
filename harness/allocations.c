/* SPDX-License-Identifier: MIT */
#include "harness/allocations.h"

#include <stdlib.h>

/*
 * Counts allocations, for `bdriver fit --predictors allocations`. A library of its own, as
 * it takes the place of malloc in the program that links it. free() and the aligned allocations
 * stay those of glibc, whose heap this is. In a static program these names exist twice: no
 * link.
 */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
/* Sanitizers have a malloc of their own: then nothing is counted. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
	!__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static __thread uint64_t count;

uint64_t bd_allocation_count(void)
{
	return count;
}

void *malloc(size_t size)
{
	count++;
	return __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size)
{
	count++;
	return __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size)
{
	count++;
	return __libc_realloc(ptr, size);
}
#else
uint64_t bd_allocation_count(void)
{
	return UINT64_MAX;
}
#endif
