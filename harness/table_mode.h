/* SPDX-License-Identifier: MIT */
#ifndef BD_TABLE_MODE_H
#define BD_TABLE_MODE_H

#include <stdio.h>

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

#endif
