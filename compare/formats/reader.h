/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_READER_H
#define COMPARE_FORMATS_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/lines.h"
#include "compare/log/log.h"

/*
 * The interface of a log format: one file or folder in compare/formats, and one line in the
 * table of compare/formats/read.c.
 */
struct reader {
	const char *name; /* becomes log->format */
	/* Are these first bytes (at most LINES_HEAD_MAX, without a BOM) of this format? */
	bool (*recognises)(const char *head, size_t size);
	/* Fills the log. Damaged rows become warnings; -1 only when nothing can be read. */
	int (*read)(struct log *log, struct lines *lines, enum log_keep keep, struct err *e);
};

extern const struct reader reader_bdriver;
extern const struct reader reader_swift_csv;  /* all text forms, --verbose as well */
extern const struct reader reader_swift_json; /* JSON lines */

#endif
