/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_WORDS_H
#define DRIVER_BASE_WORDS_H

#include "harness/base/err.h"

struct string_list;

/* Splits at blanks; quotes keep blanks and are removed. No other character is special: there is
 * no shell. Adds to the list; -1 with a sentence if a quote is not closed. */
int words_split(struct string_list *words, const char *value, struct err *e);

#endif
