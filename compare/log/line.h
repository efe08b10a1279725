/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_LINE_H
#define COMPARE_LOG_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/log/row.h"

/* A growing buffer that lines of our log are appended to. Zeroed at first. */
struct log_line {
	char *text; /* owned; not terminated */
	size_t size, capacity;
};

/* Each with its newline. `extra`: the groups of enum log_extra that the log has. */
void log_line_header(struct log_line *line, unsigned extra);
void log_line_row(struct log_line *line, const struct log_row *row, unsigned extra);
/* "# key: value"; control characters are escaped. */
void log_line_meta(struct log_line *line, const char *key, const char *value);
/* Splits such a line, in place; false: it is none. */
bool log_line_split_meta(char *line, char **key, char **value);
/* As it stands. */
void log_line_put(struct log_line *line, const char *text);
void log_line_put_bytes(struct log_line *line, const char *text, size_t size);
void log_line_release(struct log_line *line);

#endif
