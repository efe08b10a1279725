/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_GBENCH_ROW_H
#define COMPARE_FORMATS_GBENCH_ROW_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/node.h"
#include "compare/log/log.h"

/* A row of the JSON of Google Benchmark, in a file or of a launch. Counters of the user stand
 * behind its own members and may have their names, so the first of each counts. */

/* Without what the library adds to that of an aggregate; "": it has none. */
const char *gbench_name(const struct node *row);
/* "real_time" or "cpu_time" in ns; NAN: it has none, or no unit of time. */
double gbench_time(const struct node *row, const char *key);
/* Per iteration, of "items_per_second" or "bytes_per_second"; NAN: it has none. */
double gbench_amount(const struct node *row, const char *rate, const char *name);
/* JSON of all other numbers behind the time unit, of the user and of the library; NULL: none.
 * The caller frees it. */
char *gbench_counters(const struct node *row);
/* Does it say so of itself? Fills what it says, "" for nothing. */
bool gbench_failed(const struct node *row, enum outcome *outcome, const char **why);
/* How many the name says, as of "BM/threads:8"; else 1. */
size_t gbench_threads(const char *name);

#endif
