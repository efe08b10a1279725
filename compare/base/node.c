/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/node.h"

#include <string.h>

const struct node *node_get(const struct node *object, const char *key)
{
	size_t size = strlen(key);

	if (!object || object->kind != NODE_OBJECT)
		return NULL;
	for (const struct node *node = object->as.first; node; node = node->next)
		if (node->key_size == size && memcmp(node->key, key, size) == 0)
			return node;
	return NULL;
}

static const struct node *get_kind(
	const struct node *object, const char *key, enum node_kind kind)
{
	const struct node *node = node_get(object, key);

	return node && node->kind == kind ? node : NULL;
}

const struct node *node_list(const struct node *object, const char *key)
{
	return get_kind(object, key, NODE_ARRAY);
}

const char *node_text(const struct node *object, const char *key)
{
	const struct node *node = get_kind(object, key, NODE_TEXT);

	return node ? node->as.text : NULL;
}

double node_number(const struct node *object, const char *key, double missing)
{
	const struct node *node = get_kind(object, key, NODE_NUMBER);

	return node ? node->as.number : missing;
}
