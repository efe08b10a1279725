/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_identity.h"

#include <errno.h>
#include <sys/stat.h>

struct file_identity file_identity_of(const char *path)
{
	struct stat info;

	if (!path || stat(path, &info))
		return (struct file_identity){ .error = path ? errno : 0 };
	return (struct file_identity){ info.st_dev, info.st_ino, info.st_size, info.st_mtim,
		0 };
}

bool file_identity_same(const struct file_identity *a, const struct file_identity *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size &&
	       a->changed.tv_sec == b->changed.tv_sec &&
	       a->changed.tv_nsec == b->changed.tv_nsec && a->error == b->error;
}
