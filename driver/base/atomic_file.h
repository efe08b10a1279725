/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_ATOMIC_FILE_H
#define DRIVER_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/base/err.h"

/* A small file kept for the next run. It is replaced as a whole or not at all.
 * What a writer left that was killed, PATH.bdriver.XXXXXX, the next one removes. */
struct atomic_file {
	const char *path; /* not owned */
	char *temporary;
	FILE *out;
};

/* For reading. NULL if there is no regular file. Never blocks on a pipe. */
FILE *atomic_file_read(const char *path);

/* Write to kept->out between begin and end. Both return -1 with *e set on failure; *kept is
 * then released and the old file stays. */
int atomic_file_begin(struct atomic_file *kept, const char *path, struct err *e);
int atomic_file_end(struct atomic_file *kept, struct err *e);
/* All of it at once. */
int atomic_file_write(const char *path, const char *text, struct err *e);

/*
 * A file that a user names for a report. It is written beside its place and renamed at the end,
 * so a failure leaves what was there. A device or a pipe is written directly.
 */
struct output_file {
	const char *path; /* not owned */
	FILE *out;
	char *target;            /* of a link, or NULL; owned */
	struct atomic_file kept; /* of a regular file */
};

/* inputs: files that are read, which are never replaced; NULL at the end. Without `force` an
 * existing file is refused. Returns 0, or an exit code after printing why. */
int output_file_begin(
	struct output_file *file, const char *path, const char *const *inputs, bool force);
/* Returns 0, or an exit code after printing why. Releases *file. */
int output_file_end(struct output_file *file);

#endif
