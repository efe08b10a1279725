/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_ERROR_FILE_H
#define DRIVER_RUN_ERROR_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "compare/log/row.h"
#include "driver/exec/job.h"

/*
 * What failed launches wrote to stderr: the last lines of each, in LOG.err beside the log. The
 * file is made at the first failure and has an upper size. That it cannot be written is no
 * reason to end a run.
 */
struct error_file {
	char *path; /* owned */
	FILE *out;  /* NULL: not made yet, or it cannot be */
	size_t size;
	bool full;
};

#define ERROR_FILE_MAX  ((size_t)16 << 20)
#define ERROR_TAIL_MAX  ((size_t)4096) /* of one launch */
#define ERROR_LINES_MAX 20

void error_file_init(struct error_file *file, const char *log);
void error_file_release(struct error_file *file);
/* Has anything been written, also by the run that is resumed? */
bool error_file_exists(const struct error_file *file);
void error_file_add(
	struct error_file *file, const struct log_row *row, const struct job_result *result);

/* The last lines (at most `lines`, at most ERROR_TAIL_MAX bytes) of a text, fit for a terminal.
 * The caller frees it; "" where there is nothing. Each line but the last ends with a newline.
 */
char *error_tail(const char *text, size_t size, unsigned lines);

#endif
