/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_GZIP_H
#define COMPARE_BASE_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

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

/* Reads a file that zstd made. */
struct zstd_file;

/* Is it the descriptor of one? Its position stays. */
bool zstd_made(int fd);
/* Reads from the descriptor, which stays the caller's. */
struct zstd_file *zstd_open(int fd);
/* The next bytes; 0 at the end; -1 with errno set, EBADMSG if the file is damaged or cut short.
 */
ssize_t zstd_read(struct zstd_file *file, char *to, size_t room);
void zstd_close(struct zstd_file *file);

#endif
