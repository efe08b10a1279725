/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_ATOMIC_FILE_H
#define DRIVER_BASE_ATOMIC_FILE_H

#include <stdio.h>

#include "harness/base/err.h"

/* A small file that the program keeps for the next run, and replaces as a whole. */
struct atomic_file {
	const char *path; /* not owned */
	char *temporary;
	FILE *out;
};

/* For reading; NULL where there is no regular file. Never waits for the writer of a pipe. */
FILE *atomic_file_read(const char *path);

/* What is written to kept->out becomes the file at the end, all of it or nothing. Both return
 * -1 with *e set when that fails, and what kept holds is released then. */
int atomic_file_begin(struct atomic_file *kept, const char *path, struct err *e);
int atomic_file_end(struct atomic_file *kept, struct err *e);

#endif
