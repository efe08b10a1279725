/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/glob.h"

#include "compare/base/memory.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

bool glob_names(const char *pattern, const char *suite, const char *name)
{
	char *full;
	bool named;

	if (strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0)
		return true;
	if (!strchr(pattern, '/'))
		return false;
	full = memory_format("%s/%s", suite, name);
	named = strcmp(pattern, full) == 0 || fnmatch(pattern, full, 0) == 0;
	free(full);
	return named;
}
