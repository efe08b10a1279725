/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_WRAP_H
#define COMPARE_PRINT_WRAP_H

#include <stdio.h>

/* Columns of --help and of explanations. */
#define WRAP_WIDTH 80

/*
 * Prints text wrapped between words at `width` columns, each line indented by `indent`;
 * `column` columns of the first line are printed already. Counts bytes: ASCII only.
 */
void wrap_print(const char *text, int column, int indent, int width, FILE *out);

#endif
