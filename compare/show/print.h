/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_SHOW_PRINT_H
#define COMPARE_SHOW_PRINT_H

#include <stdio.h>

#include "compare/print/columns.h"
#include "compare/show/show.h"

/* Text has seven of the 21 quantiles, as a line holds no more; the other formats all. JSON has
 * every part, and needs digests with everything. */
void show_print(const struct show *show, enum show_part part, enum cells_for format, FILE *out,
	const struct layout_size *size);

#endif
