/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"

extern char **environ;

/* Borrows all strings. The later of two of one name would be ignored: ours come first. */
static char **environment(const char *const *more)
{
	size_t n = 0, k = 0;
	char **all;

	while (environ[n])
		n++;
	while (more && more[k])
		k++;
	all = memory_zeroed(n + k + 1, sizeof(*all));
	for (size_t i = 0; i < k; i++)
		all[i] = (char *)more[i];
	memcpy(all + k, environ, n * sizeof(*all));
	return all;
}

static int add_outputs(posix_spawn_file_actions_t *actions, const struct child *child)
{
	const char *out = child->out ? child->out : "/dev/null";
	int how = O_WRONLY | O_CREAT | O_TRUNC;

	return posix_spawn_file_actions_addopen(
		       actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
	       posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, out, how, 0666) ||
	       (child->err ? posix_spawn_file_actions_addopen(
				     actions, STDERR_FILENO, child->err, how, 0666)
			   : posix_spawn_file_actions_adddup2(
				     actions, STDOUT_FILENO, STDERR_FILENO)) ||
	       (child->folder && posix_spawn_file_actions_addchdir_np(actions, child->folder));
}

int child_run(const struct child *child, struct err *e)
{
	posix_spawn_file_actions_t actions;
	char **env = environment(child->env);
	int failed, status = 0;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	failed = add_outputs(&actions, child) ? ENOMEM : 0;
	if (!failed)
		failed = posix_spawnp(
			&pid, child->program, &actions, NULL, (char *const *)child->words, env);
	posix_spawn_file_actions_destroy(&actions);
	free(env);
	if (failed)
		return bd_err(e, "%s cannot be started: %s", child->program, strerror(failed));
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
