/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_UNWIND_H
#define DRIVER_CODE_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

struct image;

/* Which functions handle exceptions, and where their tables are. Borrows the image. */
struct unwind_table;

struct unwind_table *unwind_table_new(const struct image *image);
void unwind_table_free(struct unwind_table *table); /* NULL is fine */

/* Where the table of handlers of the first function in [*at, end) that has one begins and ends;
 * *at moves behind the start of that function. False: there is none. */
bool unwind_handlers(const struct unwind_table *table, uint64_t *at, uint64_t end,
	uint64_t *handlers, uint64_t *handlers_end);

#endif
