/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_RANGE_H
#define DRIVER_BISECT_RANGE_H

#include "driver/bisect/search.h"

/* The commits from GOOD to BAD along first parents, of the repository of the working directory.
 * 0, or -1 with *e set. */
int range_read(struct bisect *bisect, struct err *e);

/* The place nearest to the middle of low..high, both excluded, for which may() holds; `high`:
 * none. */
size_t range_middle(
	size_t low, size_t high, bool (*may)(const void *ctx, size_t place), const void *ctx);

#endif
