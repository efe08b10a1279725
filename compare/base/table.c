/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/table.h"

#include "compare/base/arena.h"
#include "compare/base/memory.h"

#include <stdlib.h>
#include <string.h>

#define uthash_fatal(message)          memory_fatal(message)
#define HASH_FUNCTION(key, size, hash) ((hash) = (unsigned)XXH3_64bits(key, size))
/* 16 KiB a table save most walks through a chain for a key that is not there. */
#define HASH_BLOOM 17
#include <uthash.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
/* Growing from 32 buckets touches each entry again and again. */
#undef HASH_INITIAL_NUM_BUCKETS
#undef HASH_INITIAL_NUM_BUCKETS_LOG2
#define HASH_INITIAL_NUM_BUCKETS      4096U
#define HASH_INITIAL_NUM_BUCKETS_LOG2 12U

struct entry {
	size_t value;
	UT_hash_handle hh;
	char key[];
};

struct table {
	struct arena entries;
	struct entry *head;
};

struct table *table_new(void)
{
	return memory_zeroed(1, sizeof(struct table));
}

void table_free(struct table *table)
{
	if (!table)
		return;
	/* Frees the memory of uthash. */
	HASH_CLEAR(hh, table->head);
	arena_release(&table->entries);
	free(table);
}

size_t *table_find(const struct table *table, const char *key)
{
	struct entry *entry;

	HASH_FIND_STR(table->head, key, entry);
	return entry ? &entry->value : NULL;
}

size_t *table_add(struct table *table, const char *key, size_t value, int *added)
{
	size_t length = strlen(key);
	struct entry *entry;
	unsigned hash;

	HASH_VALUE(key, length, hash);
	HASH_FIND_BYHASHVALUE(hh, table->head, key, length, hash, entry);
	if (added)
		*added = !entry;
	if (entry)
		return &entry->value;
	entry = arena_alloc(&table->entries, sizeof(*entry) + length + 1);
	entry->value = value;
	memcpy(entry->key, key, length + 1);
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, table->head, entry->key, length, hash, entry);
	return &entry->value;
}

/* The parts, with a separator that names do not have, as logs escape control characters. A
 * separator in a name can at worst join two benchmarks. In `space` if it fits. */
#define KEY_SPACE 512
static char *benchmark_key(
	char space[KEY_SPACE], const char *suite, const char *name, const char *build)
{
	size_t size = strlen(suite) + strlen(name) + (build ? strlen(build) : 0) + 3;
	char *key = size <= KEY_SPACE ? space : memory_zeroed(1, size), *p;

	p = stpcpy(key, suite);
	*p++ = '\x1F';
	p = stpcpy(p, name);
	if (build) {
		*p++ = '\x1F';
		stpcpy(p, build);
	}
	return key;
}

size_t *table_find_benchmark(
	const struct table *table, const char *suite, const char *name, const char *build)
{
	char space[KEY_SPACE], *key = benchmark_key(space, suite, name, build);
	size_t *value = table_find(table, key);

	if (key != space)
		free(key);
	return value;
}

size_t *table_add_benchmark(struct table *table, const char *suite, const char *name,
	const char *build, size_t value, int *added)
{
	char space[KEY_SPACE], *key = benchmark_key(space, suite, name, build);
	size_t *at = table_add(table, key, value, added);

	if (key != space)
		free(key);
	return at;
}

size_t table_count(const struct table *table)
{
	return HASH_COUNT(table->head);
}

void table_each(const struct table *table,
	void (*visit)(const char *key, size_t value, void *ctx), void *ctx)
{
	for (struct entry *entry = table->head; entry; entry = entry->hh.next)
		visit(entry->key, entry->value, ctx);
}
