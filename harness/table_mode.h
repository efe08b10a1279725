/* SPDX-License-Identifier: MIT */
#ifndef BD_PEOPLE_H
#define BD_PEOPLE_H

#include <stdio.h>

#include "harness/options.h"
#include "harness/registry.h"

/*
 * Measures the chosen benchmarks one after the other and writes a table, row by row, to `out`.
 * Several run in a child each, so that a crash costs one row; a single one runs here, where
 * debuggers and profilers expect it. Returns how many failed, or -1 with *e set.
 */
int bd_table_run(FILE *out, const struct bd_registry *registry, const unsigned char *chosen,
	const struct bd_options *options, struct err *e);

#endif
