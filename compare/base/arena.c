/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/arena.h"

#include "compare/base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Chunks grow from small, as most logs are, to a few huge pages. */
#define CHUNK_MIN  (4u << 10)
#define CHUNK_HUGE (64u << 10)
#define CHUNK_MAX  (4 * MEMORY_HUGE)

struct arena_chunk {
	struct arena_chunk *next;
	size_t size;
	alignas(max_align_t) char space[];
};

/* Aligned, and given back at once, unlike what malloc() keeps of huge pages. */
static void *map_huge(size_t size)
{
	char *map = mmap(NULL, size + MEMORY_HUGE, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t gap = -(uintptr_t)map & (MEMORY_HUGE - 1);

	if (map == MAP_FAILED)
		return NULL;
	if (gap)
		munmap(map, gap);
	munmap(map + gap + size, MEMORY_HUGE - gap);
	madvise(map + gap, size, MADV_HUGEPAGE);
	return map + gap;
}

static void add_chunk(struct arena *arena, size_t need)
{
	size_t size = arena->next_size ? arena->next_size : CHUNK_MIN;
	struct arena_chunk *chunk;

	if (need > SIZE_MAX - 2 * MEMORY_HUGE - sizeof(*chunk))
		memory_fatal("arena");
	if (size < need + sizeof(*chunk))
		size = need + sizeof(*chunk);
	if (size >= CHUNK_HUGE)
		size = (size + MEMORY_HUGE - 1) / MEMORY_HUGE * MEMORY_HUGE;
	arena->next_size = size < CHUNK_MAX ? 2 * size : CHUNK_MAX;
	chunk = size < CHUNK_HUGE ? malloc(size) : map_huge(size);
	if (!chunk)
		memory_fatal("arena");
	chunk->next = arena->chunks;
	chunk->size = size - sizeof(*chunk);
	arena->chunks = chunk;
	arena->at = chunk->space;
	arena->left = chunk->size;
}

static void *arena_reserve(struct arena *arena, size_t size, size_t align)
{
	size_t gap = -(uintptr_t)arena->at & (align - 1);
	char *taken;

	if (!arena->chunks || arena->left < gap || arena->left - gap < size) {
		add_chunk(arena, size);
		gap = 0;
	}
	taken = arena->at + gap;
	arena->at = taken + size;
	arena->left -= gap + size;
	return taken;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	return memset(arena_reserve(arena, size, alignof(max_align_t)), 0, size);
}

char *arena_bytes(struct arena *arena, const char *bytes, size_t size)
{
	char *copy = arena_reserve(arena, size + 1, 1);

	memcpy(copy, bytes, size);
	copy[size] = '\0';
	return copy;
}

char *arena_text(struct arena *arena, const char *text)
{
	return arena_bytes(arena, text, strlen(text));
}

void arena_empty(struct arena *arena)
{
	struct arena kept = { .chunks = arena->chunks, .next_size = arena->next_size };

	if (!kept.chunks)
		return;
	arena->chunks = kept.chunks->next;
	arena_release(arena);
	kept.chunks->next = NULL;
	kept.at = kept.chunks->space;
	kept.left = kept.chunks->size;
	*arena = kept;
}

void arena_release(struct arena *arena)
{
	struct arena_chunk *next;

	for (struct arena_chunk *chunk = arena->chunks; chunk; chunk = next) {
		next = chunk->next;
		if (sizeof(*chunk) + chunk->size < CHUNK_HUGE)
			free(chunk);
		else
			munmap(chunk, sizeof(*chunk) + chunk->size);
	}
	memset(arena, 0, sizeof(*arena));
}
