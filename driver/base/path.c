/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/path.h"

#include <string.h>

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
