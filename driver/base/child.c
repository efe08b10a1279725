/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "harness/base/clock.h"

#define CHUNK 65536

extern char **environ;

static bool has_name(const char *const *names, const char *variable)
{
	size_t size = strcspn(variable, "=");

	for (; names && *names; names++)
		if (strcspn(*names, "=") == size && !strncmp(*names, variable, size))
			return true;
	return false;
}

/* Borrows all strings. Of two of one name getenv() takes the first, the loader the last. */
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
		if (!has_name(child->without, environ[i]) && !has_name(child->env, environ[i]))
			all[k++] = environ[i];
	return all;
}

static bool open_as(const char *path, int how, int as)
{
	int fd = open(path, how | O_CLOEXEC, 0666);

	return fd == as ? fcntl(fd, F_SETFD, 0) == 0 : fd >= 0 && dup2(fd, as) >= 0;
}

/* In the child: only system calls. pipe: in place of a file; -1: none. */
static bool settle(const struct child *child, int pipe, pid_t parent)
{
	const int how = O_WRONLY | O_CREAT | O_TRUNC;
	sigset_t none;

	sigemptyset(&none);
	/* Kept over exec. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	if (child->in_group && (setpgid(0, 0) || sigprocmask(SIG_SETMASK, &none, NULL)))
		return false;
	return open_as("/dev/null", O_RDONLY, STDIN_FILENO) &&
	       (pipe < 0 ? open_as(child->out ? child->out : "/dev/null", how, STDOUT_FILENO)
			 : dup2(pipe, STDOUT_FILENO) >= 0) &&
	       (child->err ? open_as(child->err, how, STDERR_FILENO)
			   : dup2(STDOUT_FILENO, STDERR_FILENO) >= 0) &&
	       (!child->folder || chdir(child->folder) == 0);
}

/* In the child: ends with the errno in `report`, which closes if the program is executed. */
static void become(
	const struct child *child, char *const *env, int pipe, pid_t parent, int report)
{
	int error;

	if (settle(child, pipe, parent))
		execvpe(child->program, (char *const *)child->words, env);
	error = errno;
	_exit(write(report, &error, sizeof(error)) == (ssize_t)sizeof(error) ? 127 : 126);
}

static int start(const struct child *child, int pipe, pid_t *pid, struct err *e)
{
	AUTO_FREE char **env = environment(child);
	int report[2], failed = 0;
	pid_t parent = getpid();

	if (pipe2(report, O_CLOEXEC))
		return bd_err(e, "%s cannot be started: %s", child->program, strerror(errno));
	*pid = fork();
	if (!*pid)
		become(child, env, pipe, parent, report[1]);
	failed = *pid < 0 ? errno : 0;
	close(report[1]);
	if (!failed && read(report[0], &failed, sizeof(failed)) == (ssize_t)sizeof(failed))
		child_wait(*pid);
	close(report[0]);
	return failed ? bd_err(e, "%s cannot be started: %s", child->program, strerror(failed))
		      : 0;
}

int child_wait(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static int code_of(pid_t pid)
{
	int status = child_wait(pid);

	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The next signal of the set; -1 if there is none until the deadline, which is then over. */
static int next_signal(const sigset_t *set, uint64_t *deadline_ns)
{
	uint64_t now = bd_clock_ns(), left = *deadline_ns > now ? *deadline_ns - now : 0;
	int signal;

	if (!*deadline_ns)
		return sigwaitinfo(set, NULL);
	signal = sigtimedwait(set, NULL,
		&(struct timespec){ (time_t)(left / 1000000000), (long)(left % 1000000000) });
	if (signal < 0 && errno == EAGAIN)
		*deadline_ns = 0;
	return signal;
}

/* Signals that end us are held until the child has ended, by them if one comes. */
static int run_group(const struct child *child, struct err *e)
{
	static const int numbers[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP };
	sigset_t set, before;
	siginfo_t ended = { 0 };
	uint64_t deadline_ns = child->deadline_ns;
	pid_t pid = -1;
	int stop = 0, code = -1;

	sigemptyset(&set);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		sigaddset(&set, numbers[i]);
	pthread_sigmask(SIG_BLOCK, &set, &before);
	if (!start(child, -1, &pid, e)) {
		while (!waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) &&
			!ended.si_pid) {
			int signal = next_signal(&set, &deadline_ns);

			if (!deadline_ns && child->deadline_ns)
				kill(-pid, SIGKILL);
			if (signal <= 0 || signal == SIGCHLD)
				continue;
			stop = signal;
			kill(-pid, SIGTERM); /* a shell's background ignores SIGINT */
		}
		if (stop)
			kill(-pid, SIGKILL);
		code = code_of(pid);
		if (child->after)
			child->after();
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

/* Appends what there is; false at the end. */
static bool read_some(int fd, struct child_text *text)
{
	ssize_t n;

	text->text = memory_grow(text->text, &text->capacity, text->size + CHUNK + 1, 1);
	n = read(fd, text->text + text->size, CHUNK);
	text->size += n > 0 ? (size_t)n : 0;
	text->text[text->size] = '\0';
	return n > 0 || (n < 0 && errno == EINTR);
}

bool child_read(int fd, struct child_text *text, size_t most)
{
	while (text->size <= most && read_some(fd, text))
		;
	return text->size <= most;
}

char *child_output(const struct child *child)
{
	struct child_text text = { 0 };
	int ends[2], failed;
	pid_t pid = -1;

	if (pipe2(ends, O_CLOEXEC))
		return NULL;
	failed = start(child, ends[1], &pid, NULL);
	close(ends[1]);
	child_read(ends[0], &text, SIZE_MAX);
	close(ends[0]);
	if (!failed && !code_of(pid))
		return text.text;
	free(text.text);
	return NULL;
}

bool shortage(int error, uint64_t memory_kib)
{
	return error == EMFILE || error == ENFILE || error == EAGAIN ||
	       (error == ENOMEM && !memory_kib);
}
