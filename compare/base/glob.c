/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/glob.h"

#include "compare/base/memory.h"

#include <fnmatch.h>
#include <string.h>

bool glob_names(const char *pattern, const char *suite, const char *name)
{
	AUTO_FREE char *full = NULL;

	if (strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0)
		return true;
	if (!strchr(pattern, '/'))
		return false;
	full = memory_format("%s/%s", suite, name);
	return strcmp(pattern, full) == 0 || fnmatch(pattern, full, 0) == 0;
}
