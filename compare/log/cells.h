/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_CELLS_H
#define COMPARE_LOG_CELLS_H

#include <stddef.h>
#include <stdint.h>

/* The cells of one CSV row. */
struct cell {
	char *text; /* terminated; lies in the line */
	size_t size;
	int64_t whole; /* its value if it has 1 to 15 digits and nothing else, else -1 */
};

struct cells {
	struct cell *list;
	size_t count, capacity;
};

/*
 * Splits one row of `size` bytes, which is changed in place and has room for a terminator.
 * Plain rows (no quote within a cell) are split here, as libcsv takes several times as long;
 * the others by libcsv. Blanks around a cell are taken off. Returns 0, or -1 with *why (static
 * text) set.
 */
int cells_split(struct cells *cells, char *line, size_t size, const char **why);
void cells_release(struct cells *cells);

#endif
