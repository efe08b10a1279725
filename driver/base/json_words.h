/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_JSON_WORDS_H
#define DRIVER_BASE_JSON_WORDS_H

struct string_list;

/* Words as a JSON array of strings on one line, ASCII only; NULL if one is not UTF-8. The
 * caller frees it. */
char *json_words(char *const *words, int count);
/* The words of such an array, added to the list. Returns -1 if `text` is NULL, no JSON array,
 * or has an element that is no string. */
int json_words_parse(const char *text, struct string_list *words);

#endif
