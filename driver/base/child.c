/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"

extern char **environ;

static bool has_name(const char *const *names, const char *variable)
{
	size_t size = strcspn(variable, "=");

	for (; names && *names; names++)
		if (strlen(*names) == size && !strncmp(*names, variable, size))
			return true;
	return false;
}

/* Borrows all strings. The later of two of one name would be ignored: ours come first. */
static char **environment(const struct child *child)
{
	size_t n = 0, k = 0;
	char **all;

	while (environ[n])
		n++;
	while (child->env && child->env[k])
		k++;
	all = memory_zeroed(n + k + 1, sizeof(*all));
	for (size_t i = 0; i < k; i++)
		all[i] = (char *)child->env[i];
	for (size_t i = 0; i < n; i++)
		if (!has_name(child->without, environ[i]))
			all[k++] = environ[i];
	return all;
}

/* pipe: in place of a file; -1: none. */
static int add_outputs(posix_spawn_file_actions_t *actions, const struct child *child, int pipe)
{
	const char *out = child->out ? child->out : "/dev/null";
	int how = O_WRONLY | O_CREAT | O_TRUNC;

	return posix_spawn_file_actions_addopen(
		       actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
	       (pipe < 0 ? posix_spawn_file_actions_addopen(
				   actions, STDOUT_FILENO, out, how, 0666)
			 : posix_spawn_file_actions_adddup2(actions, pipe, STDOUT_FILENO)) ||
	       (child->err ? posix_spawn_file_actions_addopen(
				     actions, STDERR_FILENO, child->err, how, 0666)
			   : posix_spawn_file_actions_adddup2(
				     actions, STDOUT_FILENO, STDERR_FILENO)) ||
	       (child->folder && posix_spawn_file_actions_addchdir_np(actions, child->folder));
}

static int start(const struct child *child, int pipe, pid_t *pid, struct err *e)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	AUTO_FREE char **env = environment(child);
	sigset_t none;
	int failed;

	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes,
		child->in_group ? POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK : 0);
	posix_spawn_file_actions_init(&actions);
	failed = add_outputs(&actions, child, pipe) ? ENOMEM : 0;
	if (!failed)
		failed = posix_spawnp(pid, child->program, &actions, &attributes,
			(char *const *)child->words, env);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return failed ? bd_err(e, "%s cannot be started: %s", child->program, strerror(failed))
		      : 0;
}

static int code_of(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Signals that end us are held until the child has ended, by them if one comes. */
static int run_group(const struct child *child, struct err *e)
{
	static const int numbers[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP };
	sigset_t set, before;
	siginfo_t ended = { 0 };
	pid_t pid = -1;
	int stop = 0, code = -1;

	sigemptyset(&set);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		sigaddset(&set, numbers[i]);
	pthread_sigmask(SIG_BLOCK, &set, &before);
	if (!start(child, -1, &pid, e)) {
		while (!waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) &&
			!ended.si_pid) {
			int signal = sigwaitinfo(&set, NULL);

			if (signal <= 0 || signal == SIGCHLD)
				continue;
			stop = signal;
			kill(-pid, SIGTERM); /* a shell's background ignores SIGINT */
		}
		if (stop)
			kill(-pid, SIGKILL);
		code = code_of(pid);
	}
	if (stop)
		raise(stop);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return code;
}

int child_run(const struct child *child, struct err *e)
{
	pid_t pid = -1;

	if (child->in_group)
		return run_group(child, e);
	return start(child, -1, &pid, e) ? -1 : code_of(pid);
}

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

char *child_output(const struct child *child)
{
	int ends[2], failed;
	char *text;
	pid_t pid = -1;

	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	failed = start(child, ends[1], &pid, NULL);
	close(ends[1]);
	text = read_answer(ends[0]);
	close(ends[0]);
	if (!failed && !code_of(pid))
		return text;
	free(text);
	return NULL;
}
