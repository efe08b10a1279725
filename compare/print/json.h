/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_JSON_H
#define COMPARE_PRINT_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/base/string_list.h"

/* Values for jansson that are never NULL: out of memory ends the program. */
json_t *json_number(double value); /* null where it is not finite */
json_t *json_count(size_t value);  /* a whole number */
/* To be shown: made UTF-8, control characters beyond ASCII as escapes; null for NULL. */
json_t *json_text(const char *value);
json_t *json_exact(const char *value); /* to be read again; UTF-8 */
/* Calls `number` for each number of the object that the text holds; a text that is none has
 * none.
 */
void json_numbers(
	const char *text, void (*number)(void *ctx, const char *key, double value), void *ctx);
/* Both take the value. */
void json_put(json_t *object, const char *key, json_t *value);
void json_append(json_t *array, json_t *value);
/* An array of these values, which it takes; json_array_of(a, b). */
json_t *json_list(json_t *const *values); /* until NULL */
#define json_array_of(...) json_list((json_t *const[]){ __VA_ARGS__, NULL })
json_t *json_texts(const struct string_list *list);
/* Takes the text, which may be NULL. */
json_t *json_text_owned(char *text);
/* Writes it as json_dumps() does, but "##" as "\\u0023#", as consoles of CI systems execute
 * "##vso[" and "##teamcity[" anywhere in a line; and control characters beyond ASCII escaped,
 * as terminals obey them. */
void json_print(FILE *out, const json_t *value, size_t flags);
/* Writes on one line, a double with `digits` digits, and takes the value. Long lists are
 * written item by item, so that 20,000 rows are never in memory as a tree. */
void json_write(FILE *out, json_t *value, int digits);

#endif
