/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_JSON_WORDS_H
#define DRIVER_BASE_JSON_WORDS_H

#include <stddef.h>

struct string_list;

/*
 * Words as a JSON array of strings on one line, ASCII only. `text` has `size` bytes: words that
 * end with NUL each. A word that is not UTF-8 becomes null. The caller frees the result.
 */
char *json_words(const char *text, size_t size);
/* The words of such an array, added to the list. Returns -1 if `text` is NULL, no JSON array,
 * or has an element that is no string. */
int json_words_parse(const char *text, struct string_list *words);

#endif
