/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/user_lock.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/hash.h"

/* Another user may have put something of that name into /run/lock. */
static int open_own(const char *path)
{
	int fd = open(
		path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);
	struct stat info;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
		!(info.st_mode & 077) && info.st_nlink == 1)
		return fd;
	close(fd);
	return -1;
}

int user_lock_open(void)
{
	char path[80];
	int fd;

	snprintf(path, sizeof(path), "/run/user/%u/bdriver.lock", (unsigned)geteuid());
	fd = open_own(path);
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/run/lock/bdriver-%u.lock", (unsigned)geteuid());
	return open_own(path);
}

pid_t user_lock_take(int fd, const char *name, int cpu)
{
	/* One byte of the file for each name and CPU. */
	uint64_t place = bd_fnv1a(name, strlen(name), 0) >> 18 << 16;
	struct flock lock = { .l_type = F_WRLCK,
		.l_whence = SEEK_SET,
		.l_start = (off_t)(place + (unsigned)cpu % 65536),
		.l_len = 1 };

	/* A file system without locks is no reason not to measure. */
	if (!fcntl(fd, F_SETLK, &lock) || fcntl(fd, F_GETLK, &lock) || lock.l_type == F_UNLCK)
		return 0;
	return lock.l_pid;
}

/* The file has a table of those that hold locks. Where two share a place, one is not known. */
struct expectation {
	uint64_t pid, end_ns;
};
#define PLACES 65536

static off_t place_of(pid_t pid)
{
	return (off_t)(sizeof(struct expectation) * ((size_t)pid % PLACES));
}

void user_lock_expect(int fd, uint64_t end_ns)
{
	const struct expectation mine = { (uint64_t)getpid(), end_ns };

	/* Without it nobody waits longer. */
	if (pwrite(fd, &mine, sizeof(mine), place_of(getpid())) < 0)
		return;
}

uint64_t user_lock_expected(int fd, pid_t pid)
{
	struct expectation its;

	if (pread(fd, &its, sizeof(its), place_of(pid)) != sizeof(its) ||
		its.pid != (uint64_t)pid)
		return 0;
	return its.end_ns;
}
