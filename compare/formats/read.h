/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_READ_H
#define COMPARE_FORMATS_READ_H

#include "compare/log/log.h"

/*
 * Reads any log that a reader recognises by its content (ours, Swift's). Damaged rows become
 * warnings. Returns 0, or -1 with *e set when the file cannot be read or is no log at all; *log
 * must be zeroed before, but for on_launch, and may be released in either case.
 */
int log_read(struct log *log, const char *path, enum log_keep keep, struct err *e);
/* The same from memory; `path` is for messages. */
int log_read_buffer(struct log *log, const char *path, const char *data, size_t size,
	enum log_keep keep, struct err *e);
/* The same of a file that may hold many nights, with LOG_KEEP_SAMPLES. Returns 0, -1 with *e
 * set, or what take() returned, if that is not 0: then no more nights are read. */
struct nights_to {
	const char *unit;                          /* of values that have none; NULL */
	int (*take)(void *ctx, struct log *night); /* gets a log of each */
	void *ctx;
};
int log_read_nights(const char *path, const char *data, size_t size, const struct nights_to *to,
	struct err *e);
/* Is the file one of bdriver's own? Also if it was converted from another tool's. */
bool log_is_own(const struct log *log);
/* Is the text one? */
bool log_text_is_own(const char *text, size_t size);

#endif
