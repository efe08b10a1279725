/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_STRING_LIST_H
#define COMPARE_BASE_STRING_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* A list of strings that it owns. Zeroed it is empty and may be released. */
struct string_list {
	char **items; /* NULL-terminated once something was added; NULL while empty */
	size_t count, capacity;
	/* Of string_list_add_once(): the first `indexed` items. */
	struct table *index;
	size_t indexed;
};

/* Copies the string. */
void string_list_add(struct string_list *list, const char *string);
void string_list_addf(struct string_list *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Takes the string; NULL: adds nothing. */
void string_list_take(struct string_list *list, char *string);
void string_list_add_all(struct string_list *list, const struct string_list *strings);
/* Copies the string unless it is there. */
void string_list_add_once(struct string_list *list, const char *string);
/* Adds each non-empty part of the string between characters of `separators`. */
void string_list_split(struct string_list *list, const char *string, const char *separators);
bool string_list_has(const struct string_list *list, const char *string);
/* The item that was probably meant (nearest_word), or NULL. */
const char *string_list_nearest(const struct string_list *list, const char *string);
void string_list_sort(struct string_list *list);
/* All items with `separator` between them; "" for none. The caller frees it. */
char *string_list_join(const struct string_list *list, const char *separator);
/* The same, and releases the list. */
char *string_list_finish(struct string_list *list, const char *separator);
void string_list_release(struct string_list *list);

/*
 * The word that was probably meant: the one with the fewest edits (a swap of neighbours is one
 * edit), if these are at most a third of its length, or one. Else the first that contains the
 * text, in any case, if that has four characters. NULL: none.
 */
const char *nearest_word(const char *const *words, size_t count, const char *text);

#endif
