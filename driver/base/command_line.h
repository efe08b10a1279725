/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_COMMAND_LINE_H
#define DRIVER_BASE_COMMAND_LINE_H

#include "harness/base/err.h"

/* The words that bdriver was started with, for the log. Borrowed from main(). */
void command_line_keep(int argc, char **argv);
/* The words with blanks between them, to be read. The caller frees it. */
char *command_line_text(void);
/* The words as JSON; NULL if one is not UTF-8. The caller frees it. */
char *command_line_json(void);

struct string_list;

/* Words as a JSON array of strings on one line, ASCII only; NULL if one is not UTF-8. The
 * caller frees it. */
char *json_words(char *const *words, int count);
/* The words of such an array, added to the list. Returns -1 if `text` is NULL, no JSON array,
 * or has an element that is no string. */
int json_words_parse(const char *text, struct string_list *words);

/* Splits at blanks; quotes keep blanks and are removed. No other character is special: there is
 * no shell. Adds to the list; -1 with a sentence if a quote is not closed. */
int words_split(struct string_list *words, const char *value, struct err *e);

#endif
