/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <string.h>

static bool has_flag(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = words; (p = strstr(p, word)); p += length)
		if ((p == words || p[-1] == ' ') && (p[length] == ' ' || !p[length]))
			return true;
	return false;
}

static const char *fault_of(const char *flags)
{
	if (has_flag(flags, "sanitized") || strstr(flags, "-fsanitize"))
		return "with a sanitizer";
	if (has_flag(flags, "unoptimized") || has_flag(flags, "-O0"))
		return "without optimisation";
	if (has_flag(flags, "assertions"))
		return "with assertions";
	return NULL;
}

static void build_run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	/* The check needs flags, so there is a log. */
	const char *flags =
		bench->leads_suite ? log_suite_meta(bench->log, bench->suite, "flags") : NULL;
	const char *fault = flags ? fault_of(flags) : NULL;
	struct finding *finding;

	(void)settings;
	if (!fault)
		return;
	finding = finding_add(findings, SEVERITY_WARNING, "suite %s is built %s (%s)",
		bench->suite, fault, flags);
	finding_advise(finding, "build it with the flags that you ship, e.g. -O2 -DNDEBUG");
}

const struct check check_build = {
	.name = "build",
	.summary = "the suite is built as it is shipped",
	.explain = "A finding means that the suite was compiled without optimisation, with\n"
		   "assertions or with a sanitizer. Such a build spends its time elsewhere\n"
		   "than the build that users run. What makes it faster may make theirs\n"
		   "slower.\n\n"
		   "The finding is shown once per suite, at its first benchmark.\n\n"
		   "How to fix it: build with the flags that you ship, e.g. -O2 -DNDEBUG.\n"
		   "To compare optimisation levels on purpose, waive the finding: ignore =\n"
		   "build:SUITE/*.\n\n"
		   "Example: 'suite sort is built without optimisation (-O0)': configure\n"
		   "it with cmake -DCMAKE_BUILD_TYPE=Release.\n",
	.needs = NEED_BUILD,
	.of_names = true,
	.run = build_run,
};
