/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/arena.h"

#include "compare/base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Chunks grow from small, as most logs are, up to the size that malloc() maps. */
#define CHUNK_MIN (4u << 10)
#define CHUNK_MAX (256u << 10)

struct arena_chunk {
	struct arena_chunk *next;
	alignas(max_align_t) char space[];
};

static void add_chunk(struct arena *arena, size_t need)
{
	size_t size = arena->next_size ? arena->next_size : CHUNK_MIN;
	struct arena_chunk *chunk;

	arena->next_size = size < CHUNK_MAX ? 2 * size : size;
	if (size < need)
		size = need;
	if (size > SIZE_MAX - sizeof(*chunk))
		memory_fatal("arena");
	chunk = memory_zeroed(1, sizeof(*chunk) + size);
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	arena->at = chunk->space;
	arena->left = size;
}

static void *arena_cut(struct arena *arena, size_t size, size_t align)
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

void *arena_take(struct arena *arena, size_t size)
{
	return arena_cut(arena, size, alignof(max_align_t));
}

char *arena_text(struct arena *arena, const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(arena_cut(arena, size, 1), text, size);
}

void arena_release(struct arena *arena)
{
	struct arena_chunk *next;

	for (struct arena_chunk *chunk = arena->chunks; chunk; chunk = next) {
		next = chunk->next;
		free(chunk);
	}
	memset(arena, 0, sizeof(*arena));
}
