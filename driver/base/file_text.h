/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_TEXT_H
#define DRIVER_BASE_FILE_TEXT_H

#include <stddef.h>

/*
 * Reads a small file of the kernel (/proc, /sys, a cgroup), whose size is not known in advance.
 * The text ends with a NUL that *size (may be NULL) does not count. NULL if the file cannot be
 * opened, is larger than 1 GiB, or is a pipe or a device. The caller frees it.
 */
char *file_text(const char *path, size_t *size);

#endif
