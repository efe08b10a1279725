/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/command_line.h"
#include "driver/cmd/commands.h"
#include "driver/exec/process_sweep.h"
#include "driver/suite/command_runner.h"

/* In the place of a standard stream that is closed a log would get what is printed. Opened the
 * wrong way round, so that using such a stream fails as before. */
static void fill_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* The caller may have blocked or ignored signals. Without SIGCHLD each launch would last until
 * its deadline. */
static void reset_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGCHLD, SIG_DFL);
	/* A limit of the file size (ulimit -f) is an error of write() then, as a full disk is.
	 */
	signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
	fill_standard_streams();
	reset_signals();
	sweep_spare_children();
	if (argc > 2 && !strcmp(argv[1], COMMAND_RUNNER))
		return command_runner_main(argc, argv);
	command_line_keep(argc, argv);
	return commands_main(argc, argv);
}
