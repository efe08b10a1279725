/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_VARIANT_H
#define COMPARE_FORMATS_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/node.h"
#include "compare/base/number.h"
#include "compare/log/log.h"

/*
 * Results of one name that a field beside it tells apart are benchmarks of their own. Each
 * reader lists these fields. While a file is read, such a benchmark is called NAME and its
 * fields; variants_name() then makes those part of the name that differ under one name in the
 * file: "make:size=large". What differs in no other way stays one benchmark.
 */
enum variant_kind {
	VARIANT_FIELD = '\x1f',   /* what is measured: a parameter, a mode */
	VARIANT_SETTING = '\x1e', /* what it is measured with: two files may differ in it */
};

/* A member of a result. Of an object each member is a field. The list ends with key NULL; NULL
 * is an empty one. */
struct variant_field {
	const char *key;
	enum variant_kind kind;
};

/* Text that is used again; zeroed it is empty. */
struct variant {
	char *text; /* owned */
	size_t size, capacity;
	bool has_fields;
};

void variant_begin(struct variant *variant, const char *name);
/* An empty value or NULL is none. */
void variant_add(
	struct variant *variant, enum variant_kind kind, const char *key, const char *value);
void variant_add_members(
	struct variant *variant, const struct node *result, const struct variant_field *fields);
/* Of a text, a number, true or false; NULL: of anything else. */
const char *variant_value(const struct node *node, char number[NUMBER_TEXT_MAX]);
void variant_release(struct variant *variant);
/* How long the name is, without fields, of what variant_add() made. */
size_t variant_base_size(const char *text);

/* Once all rows are read: sets name, base and variant of each benchmark. Warns of settings that
 * became part of a name. */
void variants_name(struct log *log);
/* Takes the names back, so that more rows or another such log can be added; then
 * variants_name() once more. */
void variants_undo(struct log *log);

/* Of two files, of which one may hold fewer variants and so show fewer fields in its names. */
bool variant_is_same(const struct log_benchmark *a, const struct log_benchmark *b);
/* What is measured differs in these fields: "size small, large"; "": in none that both know.
 * The caller frees it. */
char *variant_difference(const struct log_benchmark *old, const struct log_benchmark *new);

#endif
