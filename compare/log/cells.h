/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_CELLS_H
#define COMPARE_LOG_CELLS_H

#include <stddef.h>

/* The cells of one CSV row. */
struct cell {
	char *text; /* terminated; lies in the line or in the store below */
	size_t size;
};

struct cells {
	struct cell *list;
	size_t count, capacity;
	char *store; /* text of a row that needed libcsv */
	size_t store_size, store_capacity;
	struct csv_parser *parser; /* NULL until a row needs it */
};

/*
 * Splits one row of `size` bytes, which is changed in place. Plain rows (no quote within a
 * cell) are split here, the others by libcsv; both give the same cells, blanks around a cell
 * are taken off. Returns 0, or -1 with *why (static text) set.
 */
int cells_split(struct cells *cells, char *line, size_t size, const char **why);
/* The same, always through libcsv: for tests. */
int cells_split_libcsv(struct cells *cells, char *line, size_t size, const char **why);
void cells_release(struct cells *cells);

#endif
