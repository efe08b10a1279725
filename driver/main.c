/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "driver/cmd/commands.h"
#include "driver/exec/process_sweep.h"

/* In the place of a standard stream that is closed a log would get what is printed. Opened the
 * wrong way round, so that using such a stream fails as before. */
static void fill_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
	fill_standard_streams();
	sweep_spare_children();
	/* A limit of the file size (ulimit -f) is an error of write() then, as a full disk is.
	 */
	signal(SIGXFSZ, SIG_IGN);
	return commands_main(argc, argv);
}
