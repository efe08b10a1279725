/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/side_names.h"

#include <stdbool.h>
#include <string.h>

/* Longer names would take the table's room; a name may have 64 bytes. */
#define WIDTH_MAX 24

static bool is_short_word(const char *name)
{
	size_t size = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789_-.+");

	return size > 0 && size <= WIDTH_MAX && !name[size] && strcmp(name, "old") != 0 &&
	       strcmp(name, "new") != 0;
}

/* NULL where the log has several builds, or none that is named. */
static const char *build_of(const struct log *log)
{
	const char *build = log->benchmark_count ? log->benchmarks[0].build : "";

	for (size_t i = 1; i < log->benchmark_count; i++)
		if (strcmp(log->benchmarks[i].build, build) != 0)
			return NULL;
	return is_short_word(build) ? build : NULL;
}

struct side_names side_names_of(const struct log *old, const struct log *new)
{
	const char *then = build_of(old), *now = build_of(new);

	if (!then || !now || strcmp(then, now) == 0)
		return (struct side_names){ "old", "new" };
	return (struct side_names){ then, now };
}
