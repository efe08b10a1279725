/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_ARENA_H
#define COMPARE_BASE_ARENA_H

#include <stddef.h>

/*
 * Memory for many small things that go together: a large log has a hundred thousand of them,
 * and glibc's heap of a second thread grows by a system call for each 4 KiB. A zeroed arena is
 * empty.
 */
struct arena {
	struct arena_chunk *chunks; /* owned, the newest first */
	char *at;
	size_t left, next_size;
};

/* Zeroed, for any type; valid until arena_release(). Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);
/* A copy of the text. */
char *arena_text(struct arena *arena, const char *text);
/* The same of `size` bytes, which a terminator follows. */
char *arena_bytes(struct arena *arena, const char *bytes, size_t size);
/* Takes all back, and keeps the newest chunk for what comes next. */
void arena_empty(struct arena *arena);
void arena_release(struct arena *arena);

#endif
