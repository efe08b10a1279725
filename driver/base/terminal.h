/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_TERMINAL_H
#define DRIVER_BASE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "compare/print/markup.h" /* terminal_clean() */

/* Whether to colour what goes to `out`. choice: "auto", "always", "never" or NULL (auto): a
 * terminal other than "dumb", and NO_COLOR unset or empty. */
bool terminal_color(const char *choice, FILE *out);
/* Columns of the terminal behind `out`, else those of COLUMNS, else `otherwise`. */
int terminal_width(FILE *out, int otherwise);
/* Cuts the line to `columns` characters of UTF-8. */
void terminal_cut(char *line, int columns);
/* The text as one word to paste into a shell, quoted if necessary, cleaned. The caller
 * frees it. */
char *terminal_word(const char *text);

#endif
