/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn_loop COUNT SIDE-BY-SIDE PROGRAM [ARG...]: the least that starting COUNT processes can
 * cost. Descriptor 3 of each is an unnamed file, stdin and stdout are /dev/null. Prints the
 * wall time and their CPU time in seconds, and the largest peak memory in KiB. Fails when a
 * process cannot be started or does not end with 0. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void start(char **args, char **environment)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int fd = memfd_create("row", MFD_CLOEXEC), error;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0);
	if (fd != 3)
		posix_spawn_file_actions_adddup2(&actions, fd, 3);
	else
		fcntl(fd, F_SETFD, 0);
	error = posix_spawnp(&pid, args[0], &actions, NULL, args, environment);
	if (error) {
		fprintf(stderr, "spawn_loop: cannot start %s: %s\n", args[0], strerror(error));
		exit(1);
	}
	posix_spawn_file_actions_destroy(&actions);
	close(fd);
}

static void end_one(const char *name)
{
	int status;

	if (wait(&status) >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return;
	fprintf(stderr, "spawn_loop: %s failed, wait status %d\n", name, status);
	exit(1);
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	long count = argc > 3 ? strtol(argv[1], NULL, 10) : 0;
	long side = argc > 3 ? strtol(argv[2], NULL, 10) : 1;
	struct timespec a, b;
	struct rusage used;

	clock_gettime(CLOCK_MONOTONIC, &a);
	for (long running = 0, started = 0; started < count || running > 0;) {
		while (running < side && started < count) {
			start(argv + 3, environ);
			running++;
			started++;
		}
		end_one(argv[3]);
		running--;
	}
	clock_gettime(CLOCK_MONOTONIC, &b);
	getrusage(RUSAGE_CHILDREN, &used);
	printf("%.6f %.6f %ld\n",
		(double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9,
		seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
	return 0;
}
