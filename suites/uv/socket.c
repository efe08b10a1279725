/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/channel.h"

/* Sends 32 messages of b->arg bytes through a pair of Unix sockets. */
static int setup(struct bd *b)
{
	struct channel *c = channel_make(b);
	uv_os_sock_t ends[2];

	must(uv_pipe_init(&c->loop, &c->from.pipe, 0));
	must(uv_pipe_init(&c->loop, &c->to.pipe, 0));
	if (uv_socketpair(SOCK_STREAM, 0, ends, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE) != 0)
		return bd_skip(b, "no pair of sockets");
	must(uv_pipe_open(&c->to.pipe, ends[0]));
	must(uv_pipe_open(&c->from.pipe, ends[1]));
	channel_start(c);
	return 0;
}

BD_FAMILY("SocketMessages", channel_run, (1, 1024, 32768), .tags = "socket", .setup = setup,
	.teardown = channel_teardown, .verify = channel_verify)
