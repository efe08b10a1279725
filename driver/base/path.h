/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_PATH_H
#define DRIVER_BASE_PATH_H

#include <stdbool.h>
#include <sys/types.h>

#include "harness/base/err.h"

/* The folder that holds what the path names: "." for a bare name. The caller frees it. */
char *path_folder(const char *path);
/* The part after the last slash; points into `path`. */
const char *path_name(const char *path);
/* Has it that ending, and something before it? */
bool path_ends_with(const char *path, const char *end);
/* Of a link: is what it names one? */
bool path_is_folder(const char *path);
/* 0, also if it is there, or -1 with *e set. */
int path_make_folder(const char *path, mode_t mode, struct err *e);
/* That of this program, also when another one has been put there meanwhile. */
const char *path_of_program(void);
/* A pattern of glob(): before the glob stands what stands for itself. The caller frees it. */
char *path_pattern(const char *plain, const char *glob);

#endif
