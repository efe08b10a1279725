/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/turn_pair.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int turn_pair_make(int ends[2], uint64_t patience_ms)
{
	struct timeval patience = { (time_t)(patience_ms / 1000),
		(suseconds_t)(patience_ms % 1000 * 1000) };

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -1;
	/* A property of the socket, which the launches inherit. */
	for (int i = 0; i < 2; i++)
		if (setsockopt(ends[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
			goto fail;
	if (send(ends[1], "t", 1, MSG_NOSIGNAL) == 1)
		return 0;
fail:
	turn_pair_close(&ends[0]);
	turn_pair_close(&ends[1]);
	return -1;
}

void turn_pair_close(int *end)
{
	if (*end >= 0)
		close(*end);
	*end = -1;
}
