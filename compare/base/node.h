/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_NODE_H
#define COMPARE_BASE_NODE_H

#include <stdbool.h>
#include <stdint.h>

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
	uint32_t key_size; /* bytes */
	uint32_t count;    /* elements or members */
	union {
		double number;    /* NAN, +-INFINITY as well */
		const char *text; /* UTF-8 without NUL */
		struct node *first;
	} as;
};

/* Members of an object; NULL (or the given value) where `object` is NULL or no object, where
 * the key is missing or its value is of another kind. The first of equal keys counts. */
const struct node *node_get(const struct node *object, const char *key);
const struct node *node_list(const struct node *object, const char *key); /* an array */
const char *node_text(const struct node *object, const char *key);
double node_number(const struct node *object, const char *key, double missing);

#endif
