/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_MEMORY_H
#define COMPARE_BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * Allocation for the program (not for the harness): never NULL. Out of memory ends the program
 * with a message and exit code 4, as nothing sensible can be done without it.
 */
void *memory_zeroed(size_t count, size_t size);
/* What it holds is not defined. */
void *memory_array(size_t count, size_t size);
/* The size of a huge page. */
#define MEMORY_HUGE ((size_t)2 << 20)
/* Grows an array of `size`-byte elements to at least `need` elements: at least doubles
 * *capacity. */
void *memory_grow(void *array, size_t *capacity, size_t need, size_t size);
/* The same, and what is new is zero. */
void *memory_grow_zeroed(void *array, size_t *capacity, size_t need, size_t size);
/* Grows the array by one element; its address. What the element holds is not defined. */
#define ARRAY_ADD(items, count, capacity)                                                      \
	((items) = (count) < (capacity)                                                        \
			   ? (items)                                                           \
			   : memory_grow((items), &(capacity), (count) + 1, sizeof(*(items))), \
		&(items)[(count)++])
/* Elements of an array that is no pointer. */
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
char *memory_text(const char *text);
/* printf into fresh memory. */
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *memory_format_list(const char *format, va_list args)
	__attribute__((format(printf, 1, 0)));
void memory_fatal(const char *what) __attribute__((noreturn));

/*
 * A local variable that is released where its block ends, on each way out:
 *	AUTO_FREE char *path = memory_format("%s/log", folder);
 *	AUTO(string_list_release) struct string_list names = { 0 };
 */
#define AUTO(release) __attribute__((cleanup(release)))
#define AUTO_FREE     AUTO(memory_free_at)

static inline void memory_free_at(void *pointer)
{
	void *memory;

	memcpy(&memory, pointer, sizeof(memory));
	free(memory);
}

#endif
