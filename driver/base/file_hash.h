/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_HASH_H
#define DRIVER_BASE_FILE_HASH_H

#include <stddef.h>

#include "harness/base/err.h"

/* XXH3, 64 bit, in hexadecimal. */
#define FILE_HASH_SIZE 17

void file_hash_text(const void *data, size_t size, char hash[FILE_HASH_SIZE]);
/* Reads the file; copies it to `copy` (NULL: nowhere), a new file that may be executed. */
int file_hash(const char *path, const char *copy, char hash[FILE_HASH_SIZE], struct err *e);

#endif
