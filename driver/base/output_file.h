/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_OUTPUT_FILE_H
#define DRIVER_BASE_OUTPUT_FILE_H

#include <stdbool.h>

#include "driver/base/atomic_file.h"

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
