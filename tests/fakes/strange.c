/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Launches that do unusual things and yet are measured. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/bench.h"

static void fine(struct bd *b, uint64_t n)
{
	(void)n;
	bd_result(b, 1);
}

static int change_directory(struct bd *b)
{
	return chdir("/") == 0 ? 0 : bd_skip(b, "no /");
}

static int start_slowly(struct bd *b)
{
	const struct timespec time = { .tv_sec = 10 };

	(void)b;
	nanosleep(&time, NULL);
	return 0;
}

static int clear_environment(struct bd *b)
{
	(void)b;
	clearenv();
	umask(0777);
	return 0;
}

static int close_usual(struct bd *b)
{
	(void)b;
	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	close(STDERR_FILENO);
	return 0;
}

/* Only what the driver gives it is open: no descriptor of the driver leaks. */
static int no_other_descriptor(struct bd *b)
{
	for (int fd = 4; fd < 1024; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			return bd_wrong(b, "descriptor %d is open", fd);
	return 0;
}

static int not_the_leader(struct bd *b)
{
	if (getsid(0) != getpid())
		return bd_wrong(b, "not in a session of its own");
	return 0;
}

BD_BENCHMARK("ChangesDirectory", fine, .setup = change_directory)
BD_BENCHMARK("StartsSlowly", fine, .setup = start_slowly)
BD_BENCHMARK("ClearsEnvironment", fine, .setup = clear_environment)
BD_BENCHMARK("ClosesUsual", fine, .setup = close_usual)
BD_BENCHMARK("OwnDescriptorsOnly", fine, .verify = no_other_descriptor)
BD_BENCHMARK("OwnSession", fine, .verify = not_the_leader)
