/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/temporary_file.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define RANDOM "XXXXXX"
#define TRIES  10

const char *temporary_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder && *folder ? folder : "/tmp";
}

/* Another process may take the new file for a leftover, until it is locked. */
int temporary_file_make(char *path)
{
	char *random = path + strlen(path) - strlen(RANDOM);
	struct stat info;

	for (int tries = 0; tries < TRIES; tries++) {
		int fd = mkostemp(path, O_CLOEXEC);

		/* Without locks nobody removes leftovers either. */
		if (fd < 0 || flock(fd, LOCK_EX) || fstat(fd, &info) || info.st_nlink)
			return fd;
		close(fd);
		memcpy(random, RANDOM, sizeof(RANDOM));
	}
	errno = EBUSY;
	return -1;
}

static bool is_temporary(const char *name, temporary_file_match match, const void *ctx)
{
	size_t size = strlen(name), end = strlen("." RANDOM);

	if (size <= end || name[size - end] != '.')
		return false;
	for (const char *p = name + size - end + 1; *p; p++)
		if (!isalnum((unsigned char)*p))
			return false;
	return match(name, size - end, ctx);
}

static bool is_left(int folder, const char *name, bool remove)
{
	int fd = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat info;
	bool left;

	if (fd < 0)
		return false;
	left = !fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
	       info.st_nlink == 1 && !flock(fd, LOCK_EX | LOCK_NB);
	if (left && remove)
		unlinkat(folder, name, 0);
	close(fd);
	return left;
}

size_t temporary_file_leftovers(
	const char *folder, temporary_file_match match, const void *ctx, bool remove)
{
	DIR *dir = opendir(folder);
	size_t count = 0;

	for (struct dirent *entry; dir && (entry = readdir(dir));)
		if (is_temporary(entry->d_name, match, ctx))
			count += is_left(dirfd(dir), entry->d_name, remove);
	if (dir)
		closedir(dir);
	return count;
}
