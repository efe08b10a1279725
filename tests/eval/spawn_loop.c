/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn_loop COUNT SIDE-BY-SIDE PROGRAM [ARG...]: the least that starting COUNT processes can
 * cost. Descriptor 3 of each is an unnamed file, stdin and stdout are /dev/null. Prints
 * seconds. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void start(char **args, char **environment)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int fd = memfd_create("row", MFD_CLOEXEC);

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0);
	if (fd != 3)
		posix_spawn_file_actions_adddup2(&actions, fd, 3);
	else
		fcntl(fd, F_SETFD, 0);
	if (posix_spawn(&pid, args[0], &actions, NULL, args, environment) != 0)
		exit(1);
	posix_spawn_file_actions_destroy(&actions);
	close(fd);
}

int main(int argc, char **argv)
{
	long count = argc > 3 ? strtol(argv[1], NULL, 10) : 0;
	long side = argc > 3 ? strtol(argv[2], NULL, 10) : 1;
	struct timespec a, b;

	clock_gettime(CLOCK_MONOTONIC, &a);
	for (long running = 0, started = 0; started < count || running > 0;) {
		while (running < side && started < count) {
			start(argv + 3, environ);
			running++;
			started++;
		}
		wait(NULL);
		running--;
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	printf("%.3f\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9);
	return 0;
}
