/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void memory_fatal(const char *what)
{
	fprintf(stderr, "bdriver: out of memory (%s)\n", what);
	exit(4);
}

void memory_huge(void *memory, size_t size)
{
	size_t gap = -(uintptr_t)memory & (MEMORY_HUGE - 1);

	if (size >= gap + MEMORY_HUGE)
		madvise((char *)memory + gap, size - gap, MADV_HUGEPAGE);
}

void *memory_zeroed(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		memory_fatal("calloc");
	memory_huge(p, count * size);
	return p;
}

void *memory_grow(void *array, size_t *capacity, size_t need, size_t size)
{
	size_t larger = *capacity ? *capacity : 8;

	if (need <= *capacity)
		return array;
	while (larger < need) {
		if (larger > SIZE_MAX / 2)
			memory_fatal("array too large");
		larger *= 2;
	}
	array = reallocarray(array, larger, size);
	if (!array)
		memory_fatal("realloc");
	*capacity = larger;
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
