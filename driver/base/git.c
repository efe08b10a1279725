/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/git.h"

#include <stddef.h>
#include <string.h>

#include "driver/base/child.h"

/* Of one call. */
#define WORDS_MAX 32

const char *const git_variables[] = { "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
	"GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", NULL };

char *git_ask(const char *folder, const char *const *words)
{
	static const char *const env[] = { "GIT_OPTIONAL_LOCKS=0", NULL }; /* keeps the index */
	const char *all[WORDS_MAX + 8] = { "git", "-C", folder, "-c", "core.fsmonitor=false",
		"-c", "log.showSignature=false" };
	const struct child git = { .program = "git",
		.words = all,
		.env = env,
		.without = git_variables,
		.err = "/dev/null" };
	char *text;
	size_t size;

	for (size_t i = 0; i < WORDS_MAX && words[i]; i++)
		all[7 + i] = words[i];
	text = child_output(&git);
	size = text ? strlen(text) : 0;
	if (size && text[size - 1] == '\n')
		text[size - 1] = '\0';
	return text;
}
