/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_NODE_H
#define COMPARE_BASE_NODE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A JSON value in memory, made by compare/base/json_reader.h. */
enum node_kind {
	NODE_NULL,
	NODE_FALSE,
	NODE_TRUE,
	NODE_NUMBER,
	NODE_TEXT,
	NODE_ARRAY,
	NODE_OBJECT
};

/* A value with all that is in it. It lives until the reader goes on. */
struct node {
	const char *key;   /* of a member of an object, else NULL */
	struct node *next; /* the next element or member */
	enum node_kind kind;
	uint32_t line;
	uint32_t count; /* elements or members */
	union {
		double number;    /* NAN, +-INFINITY as well */
		const char *text; /* UTF-8 without NUL */
		struct node *first;
	} as;
};

/* Members of an object; NULL (or the given value) where `object` is NULL or no object, where
 * the key is missing or its value is of another kind. The first of equal keys counts. */
static inline const struct node *node_get(const struct node *object, const char *key)
{
	if (!object || object->kind != NODE_OBJECT)
		return NULL;
	for (const struct node *node = object->as.first; node; node = node->next)
		if (*node->key == *key && strcmp(node->key, key) == 0)
			return node;
	return NULL;
}

static inline const struct node *node_of_kind(
	const struct node *object, const char *key, enum node_kind kind)
{
	const struct node *node = node_get(object, key);

	return node && node->kind == kind ? node : NULL;
}

/* An array. */
static inline const struct node *node_list(const struct node *object, const char *key)
{
	return node_of_kind(object, key, NODE_ARRAY);
}

static inline const char *node_text(const struct node *object, const char *key)
{
	const struct node *node = node_of_kind(object, key, NODE_TEXT);

	return node ? node->as.text : NULL;
}

static inline double node_number(const struct node *object, const char *key, double missing)
{
	const struct node *node = node_of_kind(object, key, NODE_NUMBER);

	return node ? node->as.number : missing;
}

#endif
