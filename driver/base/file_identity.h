/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_IDENTITY_H
#define DRIVER_BASE_FILE_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* The file as it was when the run began: one that changes measures something else. */
struct file_mark {
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
	int error; /* errno of stat() */
};

/* path NULL: a mark that equals itself. */
struct file_mark file_mark_of(const char *path);
bool file_mark_same(const struct file_mark *a, const struct file_mark *b);

#endif
