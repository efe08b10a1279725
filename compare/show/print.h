/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_PRINT_H
#define COMPARE_SHOW_PRINT_H

#include <stdbool.h>
#include <stdio.h>

#include "compare/print/layout.h"
#include "compare/show/show.h"

/* Text has seven of the 21 quantiles, as a line holds no more; the other formats all. */
void show_text(const struct show *show, enum show_part part, FILE *out,
	const struct layout_size *size);
void show_markdown(const struct show *show, enum show_part part, FILE *out);
/* spreadsheet: an apostrophe comes before what would be a formula. */
void show_csv(const struct show *show, enum show_part part, bool spreadsheet, FILE *out);
/* Needs digests with everything. {"schema": "bdriver-show-1", "log", "format", "complete",
 * "benchmarks": [...]}: everything.
 */
void show_json(const struct show *show, FILE *out);

#endif
