/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Arrays from this size on are in huge pages. */
#define HUGE_FROM     (MEMORY_HUGE / 2)
#define GROW_HUGE_MAX (4 * MEMORY_HUGE)

void memory_fatal(const char *what)
{
	fprintf(stderr, "bdriver: out of memory (%s)\n", what);
	exit(4);
}

/* In huge pages, if the kernel has them: far fewer page faults. */
static void *huge(size_t size)
{
	void *memory;

	if (size > SIZE_MAX - MEMORY_HUGE)
		memory_fatal("too large");
	size = (size + MEMORY_HUGE - 1) & ~(MEMORY_HUGE - 1);
	memory = aligned_alloc(MEMORY_HUGE, size);
	if (!memory)
		memory_fatal("huge pages");
	madvise(memory, size, MADV_HUGEPAGE);
	return memory;
}

void *memory_zeroed(size_t count, size_t size)
{
	size_t all;
	void *p;

	if (!__builtin_mul_overflow(count, size, &all) && all >= HUGE_FROM)
		return memset(huge(all), 0, all);
	p = calloc(count ? count : 1, size ? size : 1);
	if (!p)
		memory_fatal("calloc");
	return p;
}

void *memory_array(size_t count, size_t size)
{
	size_t all;
	void *p = NULL;

	if (!__builtin_mul_overflow(count, size, &all))
		p = all >= HUGE_FROM ? huge(all) : malloc(all ? all : 1);
	if (!p)
		memory_fatal("malloc");
	return p;
}

/* Copied into huge pages while that is cheap: realloc() moves small ones, and touching each
 * again takes as long as a page fault on some virtual machines. */
static void *grown(void *array, size_t before, size_t after)
{
	void *larger;

	if (after < HUGE_FROM || after > GROW_HUGE_MAX)
		return realloc(array, after);
	larger = huge(after);
	if (before)
		memcpy(larger, array, before);
	free(array);
	return larger;
}

void *memory_grow(void *array, size_t *capacity, size_t need, size_t size)
{
	size_t larger = *capacity ? *capacity : 8;

	if (need <= *capacity)
		return array;
	while (larger < need) {
		if (larger > SIZE_MAX / 2 / size)
			memory_fatal("array too large");
		larger *= 2;
	}
	/* A huge page is taken whole. */
	if (larger * size >= HUGE_FROM && larger * size < MEMORY_HUGE)
		larger = MEMORY_HUGE / size;
	array = grown(array, *capacity * size, larger * size);
	if (!array)
		memory_fatal("realloc");
	*capacity = larger;
	return array;
}

void *memory_grow_zeroed(void *array, size_t *capacity, size_t need, size_t size)
{
	size_t old = *capacity;

	array = memory_grow(array, capacity, need, size);
	if (*capacity > old)
		memset((char *)array + old * size, 0, (*capacity - old) * size);
	return array;
}

char *memory_text(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		memory_fatal("strdup");
	return copy;
}

char *memory_format_list(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0)
		memory_fatal("printf");
	return text;
}

char *memory_format(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = memory_format_list(format, args);
	va_end(args);
	return text;
}
