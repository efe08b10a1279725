/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "doctor/base/check.h"

#include <stdlib.h>
#include <string.h>

static bool has_flag(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = words; (p = strstr(p, word)); p += length)
		if ((p == words || p[-1] == ' ') && (p[length] == ' ' || !p[length]))
			return true;
	return false;
}

/* "without optimisation and with assertions"; NULL: nothing is wrong. The caller frees it. */
static char *faults_of(const char *flags)
{
	const char *const faults[] = {
		has_flag(flags, "sanitized") || strstr(flags, "-fsanitize") ? "with a sanitizer"
									    : NULL,
		has_flag(flags, "unoptimized") || has_flag(flags, "-O0")
			? "without optimisation"
			: NULL,
		has_flag(flags, "assertions") ? "with assertions" : NULL,
	};
	AUTO(string_list_release) struct string_list list = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++)
		if (faults[i])
			string_list_add(&list, faults[i]);
	return list.count ? string_list_join(&list, " and ") : NULL;
}

/* The flags of the compiler: without the words that the driver adds (driver/run/log.c). */
static int flags_size(const char *flags)
{
	static const char *const added[] = { " sanitized", " assertions", " unoptimized",
		" optimized" };
	size_t size = strlen(flags);

	for (size_t i = 0; i < ARRAY_SIZE(added); i++) {
		size_t length = strlen(added[i]);

		/* Where there are no flags, the first word has no blank in front. */
		if (size >= length && !strncmp(flags + size - length, added[i], length))
			size -= length;
		else if (size == length - 1 && !strncmp(flags, added[i] + 1, size))
			size = 0;
	}
	return (int)size;
}

static void build_run(const struct bench_data *bench, struct findings *findings)
{
	/* The check needs flags, so there is a log. */
	const char *flags =
		bench->leads_suite ? log_suite_meta(bench->log, bench->suite, "flags") : NULL;
	char *faults = flags ? faults_of(flags) : NULL;
	int size = flags ? flags_size(flags) : 0;

	if (!faults)
		return;
	finding_add(findings, SEVERITY_WARNING,
		"build it with the flags that you ship, e.g. -O2 -DNDEBUG",
		"suite %s is built %s%s%.*s%s", bench->suite, faults, size ? " (" : "", size,
		flags, size ? ")" : "");
	free(faults);
}

const struct check check_build = {
	.name = "build",
	.summary = "the suite is built as it is shipped",
	.needs = NEED_BUILD,
	.of_names = true,
	.of_suite = true,
	.run = build_run,
};
