/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/revision.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"

extern char **environ;

static char *read_answer(int fd)
{
	char *text = NULL;
	size_t capacity = 0, used = 0;
	ssize_t n;

	do {
		text = memory_grow(text, &capacity, used + 4096, 1);
		n = read(fd, text + used, 4095);
		used += n > 0 ? (size_t)n : 0;
	} while (n > 0 || (n < 0 && errno == EINTR));
	text[used] = '\0';
	return text;
}

/* What `git WORDS` prints, without its last newline; NULL if it fails. */
static char *git(const char *const *words)
{
	posix_spawn_file_actions_t actions;
	int ends[2], status = -1, failed;
	char *text;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	failed = posix_spawnp(&pid, "git", &actions, NULL, (char *const *)words, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	text = read_answer(ends[0]);
	close(ends[0]);
	while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (failed || status) {
		free(text);
		return NULL;
	}
	if (*text && text[strlen(text) - 1] == '\n')
		text[strlen(text) - 1] = '\0';
	return text;
}

static int64_t height_of(const char *repository, const char *hash)
{
	char *shallow = git((const char *const[]){
		"git", "-C", repository, "rev-parse", "--is-shallow-repository", NULL });
	char *count = git((const char *const[]){
		"git", "-C", repository, "rev-list", "--first-parent", "--count", hash, NULL });
	int64_t height =
		shallow && !strcmp(shallow, "false") && count ? strtoll(count, NULL, 10) : -1;

	free(shallow);
	free(count);
	return height;
}

int revision_ask(
	struct revision *revision, const char *repository, const char *name, struct err *e)
{
	char *commit = memory_format("%s^{commit}", name);
	char *text = git((const char *const[]){ "git", "-C", repository, "show", "-s",
		"--format=%H%n%ct%n%an%n%s", "--end-of-options", commit, NULL });
	char *rest = text, *parts[4] = { NULL };

	free(commit);
	*revision = (struct revision){ .height = -1 };
	for (int i = 0; i < 4; i++)
		parts[i] = rest ? strsep(&rest, "\n") : NULL;
	if (!parts[3]) {
		free(text);
		return bd_err(e,
			"git knows no commit '%s' in %s; give --repository, or leave "
			"--revision "
			"out: the nights are then ordered by time",
			name, repository);
	}
	revision->hash = memory_text(parts[0]);
	revision->committed = strtoll(parts[1], NULL, 10);
	revision->author = memory_text(parts[2]);
	revision->subject = memory_text(parts[3]);
	revision->height = height_of(repository, revision->hash);
	free(text);
	return 0;
}

void revision_release(struct revision *revision)
{
	free(revision->hash);
	free(revision->author);
	free(revision->subject);
	*revision = (struct revision){ 0 };
}
