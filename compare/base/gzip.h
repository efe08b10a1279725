/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_GZIP_H
#define COMPARE_BASE_GZIP_H

#include <stdbool.h>

#include "harness/base/err.h"

/* Is it the descriptor of a file that begins as those of gzip do? Its position stays. */
bool gzip_made(int fd);
/*
 * Compress a file, or take that back; a file that is already as wanted stays as it is. The
 * result replaces the file as a whole, on the disk, with the same permissions: after a kill
 * there is the one or the other. Return 0, or -1 with *e set and the file as it was.
 */
int gzip_pack(const char *path, struct err *e);
int gzip_unpack(const char *path, struct err *e);

#endif
