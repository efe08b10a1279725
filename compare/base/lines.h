/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_LINES_H
#define COMPARE_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/base/err.h"

/*
 * The lines of a file or of a piece of memory, one at a time, through one buffer: a log of any
 * size is read in the memory of its longest line, unless it is in UTF-16. Not mapped, as a file
 * that another program cuts short while it is mapped would end this one with SIGBUS.
 */
struct lines {
	const char *path;          /* for messages; not owned */
	bool from_file;            /* else from memory */
	int fd;                    /* owned, if from a file and not -1 */
	void *gzip;                /* the file, if gzip made it; owned, with the descriptor */
	struct zstd_file *zstd;    /* likewise of zstd; owned */
	uint64_t packed, unpacked; /* bytes of such a file, and so many that were read */
	const char *data;          /* the rest of the memory; not owned */
	size_t data_left;
	char *buffer; /* owned */
	size_t capacity, start, end;
	bool at_end; /* the source is read up */
	/* About the line that lines_next() gave last: */
	char *text; /* terminated, without its newline (LF or CRLF); may be changed in place */
	size_t size;
	uint32_t number; /* from 1 */
	bool torn;       /* the last line, and it has no newline */
	bool too_long;   /* over LINE_SIZE_MAX bytes: text has its beginning */
};

#define LINE_SIZE_MAX  (16u << 20)
#define LINES_HEAD_MAX (64u << 10)

/* `lines` is zeroed. A regular file, which gzip or zstd may have made, a pipe, or "-" for
 * standard input. Returns -1 with *e set when it cannot be read. */
int lines_open(struct lines *lines, const char *path, struct err *e);
/* The same of what nobody gives as a pipe, which might never end: a regular file. */
int lines_open_file(struct lines *lines, const char *path, struct err *e);
void lines_open_buffer(struct lines *lines, const char *path, const char *data, size_t size);
/* The first bytes, at most LINES_HEAD_MAX, a BOM taken off; before the first lines_next(). What
 * was read is terminated. A source in UTF-16 is UTF-8 from here on. */
int lines_head(struct lines *lines, const char **head, size_t *size, struct err *e);
/* Returns 1 with the next line, 0 at the end, -1 with *e set when the source cannot be read. */
int lines_next(struct lines *lines, struct err *e);
/* The line is UTF-8 without NUL and not too long. */
#define LINE_IS_NO_TEXT "it is not UTF-8, has a NUL byte or is longer than 16 MiB"
bool lines_is_text(const struct lines *lines);
/*
 * For formats that are not made of lines: moves the bytes from `start` to `end` to the front of
 * the buffer, reads more behind them and terminates them. Returns 1, 0 at the end, -1 with *e
 * set when the source cannot be read.
 */
int lines_more(struct lines *lines, struct err *e);
void lines_release(struct lines *lines);

#endif
