/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/path.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"

char *path_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return memory_text(".");
	return slash == path ? memory_text("/")
			     : memory_format("%.*s", (int)(slash - path), path);
}

const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool path_is_folder(const char *path)
{
	struct stat info;

	return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

int path_make_folder(const char *path, mode_t mode, struct err *e)
{
	return mkdir(path, mode) && errno != EEXIST
		       ? bd_err(e, "%s: cannot be made: %s", path, strerror(errno))
		       : 0;
}

const char *path_of_program(void)
{
	static const char replaced[] = " (deleted)"; /* so says the kernel */
	static char path[PATH_MAX];
	ssize_t size = *path ? 0 : readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (size > 0)
		path[size] = '\0';
	if (access(path, F_OK) && path_ends_with(path, replaced))
		path[strlen(path) - strlen(replaced)] = '\0';
	return path;
}

bool path_ends_with(const char *path, const char *end)
{
	size_t size = strlen(path), end_size = strlen(end);

	return size > end_size && strcmp(path + size - end_size, end) == 0;
}

char *path_pattern(const char *plain, const char *glob)
{
	char *pattern = memory_zeroed(2 * strlen(plain) + strlen(glob) + 1, 1), *end = pattern;

	while (*plain) {
		if (strchr("*?[\\", *plain))
			*end++ = '\\';
		*end++ = *plain++;
	}
	memcpy(end, glob, strlen(glob) + 1);
	return pattern;
}
