/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_TEXT_H
#define DRIVER_BASE_FILE_TEXT_H

#include <stddef.h>

/*
 * All of a small file of the kernel's (/proc, /sys, a cgroup), which does not tell its size.
 * Ends with a NUL that *size (may be NULL) does not count. NULL where it cannot be opened. The
 * caller frees it.
 */
char *file_text(const char *path, size_t *size);

#endif
