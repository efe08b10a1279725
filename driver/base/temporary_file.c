/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"

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

static bool is_left(const char *path, bool remove)
{
	int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat info;
	bool left;

	if (fd < 0)
		return false;
	left = !fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
	       info.st_nlink == 1 && !flock(fd, LOCK_EX | LOCK_NB);
	if (left && remove)
		unlink(path);
	close(fd);
	return left;
}

#define ONE "[a-zA-Z0-9]"

size_t temporary_file_leftovers(const char *pattern, bool remove)
{
	AUTO_FREE char *all = memory_format("%s." ONE ONE ONE ONE ONE ONE, pattern);
	glob_t found = { 0 };
	size_t count = 0;

	(void)glob(all, GLOB_NOSORT, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++)
		count += is_left(found.gl_pathv[i], remove);
	globfree(&found);
	return count;
}
