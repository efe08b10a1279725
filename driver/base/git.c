/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/git.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"

/* Of one call. */
#define WORDS_MAX 32

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

static bool points_elsewhere(const char *variable)
{
	static const char *const names[] = { "GIT_DIR=", "GIT_WORK_TREE=", "GIT_INDEX_FILE=",
		"GIT_OBJECT_DIRECTORY=", "GIT_COMMON_DIR=", "GIT_OPTIONAL_LOCKS=" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(variable, names[i], strlen(names[i])))
			return true;
	return false;
}

/* Borrows all strings. */
static char **own_environment(void)
{
	size_t n = 0, kept = 0;
	char **own;

	while (environ[n])
		n++;
	own = memory_zeroed(n + 2, sizeof(*own));
	for (size_t i = 0; i < n; i++)
		if (!points_elsewhere(environ[i]))
			own[kept++] = environ[i];
	own[kept] = (char *)"GIT_OPTIONAL_LOCKS=0"; /* leaves the index as it is */
	return own;
}

static int start(const char *const *words, int out, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	char **own = own_environment();
	int failed;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	failed = posix_spawnp(pid, "git", &actions, NULL, (char *const *)words, own);
	posix_spawn_file_actions_destroy(&actions);
	free(own);
	return failed;
}

char *git_ask(const char *folder, const char *const *words)
{
	const char *all[WORDS_MAX + 6] = { "git", "-C", folder, "-c", "core.fsmonitor=false" };
	int ends[2], status = -1, failed;
	size_t last;
	char *text;
	pid_t pid;

	for (size_t i = 0; i < WORDS_MAX && words[i]; i++)
		all[5 + i] = words[i];
	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	failed = start(all, ends[1], &pid);
	close(ends[1]);
	text = read_answer(ends[0]);
	close(ends[0]);
	while (!failed && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	last = strlen(text);
	if (last && text[last - 1] == '\n')
		text[last - 1] = '\0';
	if (!failed && !status)
		return text;
	free(text);
	return NULL;
}
