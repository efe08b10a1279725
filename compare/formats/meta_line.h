/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_META_LINE_H
#define COMPARE_FORMATS_META_LINE_H

#include <stdbool.h>

/* Splits "# KEY: VALUE" of a log of bdriver's own, in place; false: it is no such line. */
bool meta_line_split(char *line, char **key, char **value);

#endif
