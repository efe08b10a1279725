/* SPDX-License-Identifier: MIT */
#ifndef BD_TABLE_H
#define BD_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "harness/base/record.h"

/* The table of table mode: one row a launch. `width` is that of the longest name. */
void bd_table_head(FILE *out, int width);
void bd_table_row(FILE *out, int width, const struct bd_record *record);

/* "12.3 us" of 12,300 ns: three digits, unit by size. Returns buffer. */
const char *bd_format_ns(char *buffer, size_t size, double ns);

#endif
