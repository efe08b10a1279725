/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/huge_pages.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* So much address space is taken at once. Only what is used becomes memory. */
#define ROOM (128 << 20)
/* Larger blocks have a mapping of their own. */
#define MAPPED (32 << 20)

void huge_pages_use(void)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t from, to;
	void *first;

	mallopt(M_TOP_PAD, ROOM);
	mallopt(M_TRIM_THRESHOLD, 2 * ROOM);
	mallopt(M_MMAP_THRESHOLD, MAPPED);
	mallopt(M_ARENA_MAX, 1);
	/* More than the heap has left, so that it grows. */
	first = malloc(MAPPED / 2);
	from = (uintptr_t)first & ~(page - 1);
	to = (uintptr_t)sbrk(0);
	/* Elsewhere if the allocator is another one, as that of a sanitizer. */
	if (first && from < to && to - from <= 2 * (uintptr_t)ROOM)
		madvise((void *)from, to - from, MADV_HUGEPAGE);
	free(first);
}
