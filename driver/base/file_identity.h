/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_FILE_IDENTITY_H
#define DRIVER_BASE_FILE_IDENTITY_H

#include <stdbool.h>
#include <sys/types.h>

/* Tells whether a file is still the one from the start of the run. */
struct file_identity {
	dev_t device;
	ino_t inode;
	off_t size;
	struct timespec changed;
	int error; /* errno of stat() */
};

/* path NULL: an identity that equals itself. */
struct file_identity file_identity_of(const char *path);
bool file_identity_same(const struct file_identity *a, const struct file_identity *b);

#endif
