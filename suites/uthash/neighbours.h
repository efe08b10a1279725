/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libc's hash table and tree over the same items. */
#ifndef UTHASH_NEIGHBOURS_H
#define UTHASH_NEIGHBOURS_H

#include "suites/uthash/items.h"

#include <search.h>

/* An empty table with room for all items at the load that hsearch(3) advises. */
static inline void hsearch_make(struct hsearch_data *table, size_t count)
{
	memset(table, 0, sizeof(*table));
	if (!hcreate_r(count + count / 4 + 1, table))
		abort();
}

static inline void hsearch_add(struct hsearch_data *table, struct item *m)
{
	ENTRY entry = { m->name, m }, *at;

	if (!hsearch_r(entry, ENTER, &at, table))
		abort();
}

static inline const struct item *hsearch_find(struct hsearch_data *table, const char *name)
{
	ENTRY entry = { (char *)name, NULL }, *at;

	return hsearch_r(entry, FIND, &at, table) ? at->data : NULL;
}

static inline int order_by_name(const void *x, const void *y)
{
	return strcmp(((const struct item *)x)->name, ((const struct item *)y)->name);
}

static inline int order_by_id(const void *x, const void *y)
{
	int a = ((const struct item *)x)->id, b = ((const struct item *)y)->id;

	return (a > b) - (a < b);
}

static inline const struct item *tree_find(
	const struct item *key, void **root, int (*order)(const void *, const void *))
{
	struct item *const *node = tfind(key, root, order);

	return node ? *node : NULL;
}

/* The items are not the tree's own. */
static inline void leave_item(void *item)
{
	(void)item;
}

/* b->arg items in a tree. */
static inline int tree_setup(struct bd *b, int (*order)(const void *, const void *))
{
	struct items *s;

	items_setup(b);
	s = b->state;
	for (size_t k = 0; k < s->count; k++)
		if (!tsearch(&s->all[k], &s->other, order))
			return bd_skip(b, "no memory for a tree of %zu items", s->count);
	b->items = (double)s->count;
	return 0;
}

static inline void tree_teardown(struct bd *b)
{
	struct items *s = b->state;

	if (s)
		tdestroy(s->other, leave_item);
	items_teardown(b);
}

#endif
