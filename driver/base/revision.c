/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/revision.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"

static int64_t height_of(const char *repository, const char *hash)
{
	AUTO_FREE char *shallow = git_ask(repository, "rev-parse", "--is-shallow-repository");
	AUTO_FREE char *count =
		git_ask(repository, "rev-list", "--first-parent", "--count", hash);

	return shallow && !strcmp(shallow, "false") && count ? strtoll(count, NULL, 10) : -1;
}

int revision_ask(
	struct revision *revision, const char *repository, const char *name, struct err *e)
{
	char *commit = memory_format("%s^{commit}", name);
	AUTO_FREE char *text = git_ask(repository, "show", "-s", "--format=%H%n%ct%n%an%n%s",
		"--end-of-options", commit);
	char *rest = text, *parts[4] = { NULL };

	free(commit);
	*revision = (struct revision){ .height = -1 };
	for (int i = 0; i < 4; i++)
		parts[i] = rest ? strsep(&rest, "\n") : NULL;
	if (!parts[3])
		return bd_err(e,
			"git knows no commit '%s' in %s; give --repository, or leave "
			"--revision out: the nights are then ordered by time",
			name, repository);
	revision->hash = memory_text(parts[0]);
	revision->committed = strtoll(parts[1], NULL, 10);
	revision->author = memory_text(parts[2]);
	revision->subject = memory_text(parts[3]);
	revision->height = height_of(repository, revision->hash);
	return 0;
}

void revision_release(struct revision *revision)
{
	free(revision->hash);
	free(revision->author);
	free(revision->subject);
	*revision = (struct revision){ 0 };
}

char *revision_tree(const char *folder)
{
	return git_ask(folder, "rev-parse", "--show-toplevel");
}

bool revision_modified(const char *tree)
{
	AUTO_FREE char *text = git_ask(tree, "status", "--porcelain", "--untracked-files=no",
		"--ignore-submodules=all");

	return text && *text;
}

/* Of one call. */
#define WORDS_MAX 32

const char *const git_variables[] = { "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE",
	"GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", NULL };

char *git_ask_words(const char *folder, const char *const *words)
{
	static const char *const env[] = { "GIT_OPTIONAL_LOCKS=0", NULL }; /* keeps the index */
	const char *all[WORDS_MAX + 8] = { "git", "-C", folder, "-c", "core.fsmonitor=false",
		"-c", "log.showSignature=false" };
	const struct child git = { .program = "git",
		.words = all,
		.env = env,
		.without = git_variables,
		.err = "/dev/null" };
	char *text, *end;

	for (size_t i = 0; i < WORDS_MAX && words[i]; i++)
		all[7 + i] = words[i];
	text = child_output(&git);
	end = text ? strrchr(text, '\n') : NULL;
	if (end && !end[1])
		*end = '\0';
	return text;
}
