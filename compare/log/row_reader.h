/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_ROW_READER_H
#define COMPARE_LOG_ROW_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/log/cells.h"
#include "compare/log/row.h"

/* From the lines of our CSV to rows: first the header, then any number of rows. */
struct row_reader {
	struct cells cells;
	struct log_row_store store;
	enum log_column *columns; /* of each cell of a row; COLUMN_COUNT: ignored */
	size_t column_count, column_capacity;
	bool has[COLUMN_COUNT];
	char why[256]; /* the reason of the last failure: part of a sentence */
};

/* Takes the header; 0, or -1 with reader->why set. The line is changed. */
int row_reader_header(struct row_reader *reader, char *line, size_t size);
/* Fills *row, which points into the line and the reader until the next call; 0 or -1. */
int row_reader_row(struct row_reader *reader, struct log_row *row, char *line, size_t size);
/* Copies the row into the log: a new launch of its benchmark. Round 0 becomes its place there.
 */
void log_add_row(struct log *log, const struct log_row *row, enum log_keep keep, uint32_t line);
void row_reader_release(struct row_reader *reader);

#endif
