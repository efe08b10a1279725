/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/gbench_threads.h"

#include <stdlib.h>
#include <string.h>

size_t gbench_threads(const char *name)
{
	static const char part[] = "/threads:";
	const char *end = strrchr(name, '/');
	size_t count = end && !strncmp(end, part, strlen(part))
			       ? strtoul(end + strlen(part), NULL, 10)
			       : 1;

	return count ? count : 1;
}
