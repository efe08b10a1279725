/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 5: the C library's strdup() calls the malloc() of the program. */
#include "tests/same/cases/case.h"

static char heap[1 << 20];
static size_t used;

void *malloc(size_t size)
{
	char *p = heap + used;

	used += (size + 31) / 16 * 16;
	p[15] = V;
	return p + 16;
}

void *calloc(size_t count, size_t size)
{
	return malloc(count * size);
}

void *realloc(void *old, size_t size)
{
	char *p = malloc(size);

	return old ? memcpy(p, old, size) : p;
}

void free(void *p)
{
	(void)p;
}
CASE((uint64_t)((char *)HIDE(strdup("text")))[-1])
