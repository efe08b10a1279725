/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/table.h"

#include "compare/base/arena.h"
#include "compare/base/memory.h"

#include <stdlib.h>
#include <string.h>

#define uthash_fatal(message) memory_fatal(message)
/* 16 KiB a table save most walks through a chain for a key that is not there. */
#define HASH_BLOOM 17
#include <uthash.h>

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
	/* Frees what uthash owns. */
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
	entry = arena_take(&table->entries, sizeof(*entry) + length + 1);
	entry->value = value;
	memcpy(entry->key, key, length + 1);
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, table->head, entry->key, length, hash, entry);
	return &entry->value;
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
