/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_TEMPORARY_FILE_H
#define DRIVER_BASE_TEMPORARY_FILE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A file that is written beside another one and then takes its name. Its writer locks it, so a
 * file whose lock is free was left by a writer that was killed.
 */

/* $TMPDIR, else /tmp. */
const char *temporary_folder(void);

/* Fills the last six characters of the template, "XXXXXX". Returns the open file, or -1. */
int temporary_file_make(char *path);

/* How many such files of this user were left, by a pattern of glob() for the path without
 * ".XXXXXX"; removes them if asked. */
size_t temporary_file_leftovers(const char *pattern, bool remove);

#endif
