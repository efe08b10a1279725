/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that measure well but leave processes behind. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/bench.h"

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, 1);
}

static void live_on(void)
{
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_IGN);
	for (;;)
		pause();
}

static int leave_child(struct bd *b)
{
	(void)b;
	if (fork() == 0)
		live_on();
	return 0;
}

static int leave_session(struct bd *b)
{
	int ready[2];
	char c;

	(void)b;
	if (pipe(ready) != 0)
		return bd_skip(b, "no pipe");
	if (fork() == 0) {
		setsid();
		close(ready[0]);
		close(ready[1]);
		live_on();
	}
	close(ready[1]);
	while (read(ready[0], &c, 1) > 0)
		;
	close(ready[0]);
	return 0;
}

/* The launch itself becomes a daemon, so its leader ends without a row. */
static int leave_daemon(struct bd *b)
{
	if (daemon(0, 0) != 0)
		return bd_skip(b, "no daemon");
	live_on();
	return 0;
}

static int leave_three(struct bd *b)
{
	leave_session(b);
	leave_session(b);
	return leave_child(b);
}

/* It ended by itself, but nobody waited for it. */
static int leave_zombie(struct bd *b)
{
	siginfo_t info;
	pid_t pid = fork();

	(void)b;
	if (pid == 0)
		_exit(0);
	waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
	return 0;
}

/* Forgets where it came from as well. The launch goes on when only that one is there. */
static int leave_nameless(struct bd *b)
{
	int ready[2];
	char c;
	pid_t pid;

	if (pipe2(ready, O_CLOEXEC) != 0)
		return bd_skip(b, "no pipe");
	pid = fork();
	if (pid == 0) {
		setsid();
		if (fork() == 0) {
			char *const args[] = { (char *)"sleep", (char *)"1000", NULL };
			char *const env[] = { NULL };

			execve("/bin/sleep", args, env);
		}
		_exit(0);
	}
	close(ready[1]);
	while (read(ready[0], &c, 1) > 0)
		;
	close(ready[0]);
	waitpid(pid, NULL, 0);
	return 0;
}

BD_BENCHMARK("Child", fine, .setup = leave_child)
BD_BENCHMARK("Session", fine, .setup = leave_session)
BD_BENCHMARK("Daemon", fine, .setup = leave_daemon)
BD_BENCHMARK("Three", fine, .setup = leave_three)
BD_BENCHMARK("Zombie", fine, .setup = leave_zombie)
BD_BENCHMARK("Nameless", fine, .setup = leave_nameless)
