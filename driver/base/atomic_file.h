/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_ATOMIC_FILE_H
#define DRIVER_BASE_ATOMIC_FILE_H

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

#endif
