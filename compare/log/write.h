/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_WRITE_H
#define COMPARE_LOG_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "compare/log/line.h"
#include "compare/log/row.h"
#include "harness/base/err.h"

/*
 * Writes our log, in append mode, one write(2) a row: a kill at any moment loses at most one
 * torn row, and a full disk is noticed at the very row. A row that did not fit is taken back,
 * so that the log stays readable. A file that somebody removes, replaces or changes meanwhile
 * is an error at the next row. Not to be shared between threads.
 */
struct log_writer {
	int fd; /* -1 when closed; meaningful only while `open` */
	bool open;
	bool begun;     /* the header is written */
	char *path;     /* owned */
	unsigned extra; /* groups of enum log_extra that it has; set before the header */
	size_t rows;    /* in the file so far */
	off_t size;     /* bytes in the file so far */
	bool lost; /* an error said that the file is no longer there, or no longer this log */
	struct log_line line;
};

/*
 * Creates the file; it must not exist. Next: metadata, then the header, with which all of it is
 * written at once: a kill leaves a log with all its metadata or one that has not begun.
 */
int log_writer_create(struct log_writer *writer, const char *path, struct err *e);
/* Does somebody write this log? Each writer holds a lock on its file, which ends with it. */
bool log_writer_in_use(const char *path);
/* Is this a log that was killed before its header was whole? It holds no rows. */
bool log_writer_unbegun(const char *path);
/* Such a one, or one that has its header and no row. */
bool log_writer_unmeasured(const char *path);
/*
 * Opens an interrupted log to go on with it: a torn last line is cut off, its rows are counted.
 * Fails where the header is not the one that this program writes, and on a log that has its
 * "# end".
 */
int log_writer_resume(struct log_writer *writer, const char *path, struct err *e);
/* One "# key: value" line; also between rows. Control characters are escaped. */
int log_writer_meta(
	struct log_writer *writer, const char *key, const char *value, struct err *e);
/* The same, written with what comes next: header, row or end. */
void log_writer_put(struct log_writer *writer, const char *key, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
int log_writer_header(struct log_writer *writer, struct err *e);
int log_writer_row(struct log_writer *writer, const struct log_row *row, struct err *e);
/* Rows of another log with the same columns, as they stand: whole lines. */
int log_writer_rows(
	struct log_writer *writer, const char *text, size_t size, size_t rows, struct err *e);
/* Writes "# end: ROWS", brings all to the disk and closes. */
int log_writer_end(struct log_writer *writer, struct err *e);
/* Closes without "# end": the log stays incomplete. A zeroed struct is fine. */
void log_writer_release(struct log_writer *writer);

/*
 * Makes an interrupted log of a finished one, which gzip may have made: renames `path` to
 * `part`, takes its "# end" line off and adds "# key: value". A kill in between leaves the
 * finished log under either name. Returns 0, or -1 with *e set; `path` is then as it was,
 * unless the disk failed.
 */
int log_reopen(
	const char *path, const char *part, const char *key, const char *value, struct err *e);

#endif
