/* SPDX-License-Identifier: MIT */
#ifndef BD_TABLE_H
#define BD_TABLE_H

#include <stdio.h>

#include "harness/base/record.h"
#include "harness/options.h"
#include "harness/registry.h"

/*
 * Table mode: measures the chosen benchmarks one after the other and writes a table to `out`,
 * row by row. If there are several, each runs in a child, so that a crash costs one row. A
 * single one runs in this process, for debuggers and profilers. Returns how many failed, or -1
 * with *e set.
 */
int bd_table_run(FILE *out, const struct bd_registry *registry, const unsigned char *chosen,
	const struct bd_options *options, struct err *e);
/* One row, of one launch. `width` is that of the longest name. */
void bd_table_row(FILE *out, int width, const struct bd_record *record);

/* "12.3 us" of 12,300 ns: three digits, unit by size. Returns buffer. */
const char *bd_format_ns(char *buffer, size_t size, double ns);

#endif
