/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_TERMINAL_H
#define DRIVER_BASE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* Whether to colour what goes to `out`. choice: "auto", "always", "never" or NULL (auto): a
 * terminal other than "dumb", and NO_COLOR unset or empty. */
bool terminal_color(const char *choice, FILE *out);
/* Columns of the terminal behind `out`, else those of COLUMNS, else `otherwise`. */
int terminal_width(FILE *out, int otherwise);
/*
 * A copy with control characters, invisible characters and bytes that are not UTF-8 as \xHH, so
 * that a foreign name cannot control the terminal. The caller frees it.
 */
char *terminal_clean(const char *text);
/* The text as one word to paste into a shell, quoted if necessary, cleaned as above. The caller
 * frees it. */
char *terminal_word(const char *text);

#endif
