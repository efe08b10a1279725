/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_IDENTITY_H
#define DRIVER_BASE_FILE_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

/* The file as it was when the run began: one that changes measures something else. */
struct file_identity {
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
	int error; /* errno of stat() */
};

/* path NULL: a mark that equals itself. */
struct file_identity file_identity_of(const char *path);
bool file_identity_same(const struct file_identity *a, const struct file_identity *b);

#endif
