/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_TABLE_H
#define COMPARE_BASE_TABLE_H

#include <stddef.h>

/*
 * A table from text to a number. Keys are copied. Iteration
 * (table_each) is in the order of insertion. Out of memory ends the program with a message.
 */
struct table;

struct table *table_new(void);
void table_free(struct table *table); /* NULL is fine */
/* A local table, freed at the end of its block. */
#define AUTO_TABLE __attribute__((cleanup(table_free_at)))
static inline void table_free_at(struct table **table)
{
	table_free(*table);
}
/* Returns the value's address, or NULL where the key is missing. Valid until table_free(). */
size_t *table_find(const struct table *table, const char *key);
/* Finds or adds (with the given value) the key; *added (may be NULL) says which. */
size_t *table_add(struct table *table, const char *key, size_t value, int *added);
/* The same with a benchmark as key: suite, name and, unless NULL, build. */
size_t *table_find_benchmark(
	const struct table *table, const char *suite, const char *name, const char *build);
size_t *table_add_benchmark(struct table *table, const char *suite, const char *name,
	const char *build, size_t value, int *added);
size_t table_count(const struct table *table);
void table_each(const struct table *table,
	void (*visit)(const char *key, size_t value, void *ctx), void *ctx);

#endif
