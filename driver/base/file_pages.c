/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_pages.h"

#include <fcntl.h>
#include <unistd.h>

void file_pages_drop(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return;
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	close(fd);
}
