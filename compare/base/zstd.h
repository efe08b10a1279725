/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_ZSTD_H
#define COMPARE_BASE_ZSTD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

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
