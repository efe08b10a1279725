/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/channel.h"

/* Sends 32 messages of b->arg bytes through a pipe, each when the one before has arrived. */
static int setup(struct bd *b)
{
	struct channel *c = channel_make(b);
	uv_file ends[2];

	must(uv_pipe_init(&c->loop, &c->from.pipe, 0));
	must(uv_pipe_init(&c->loop, &c->to.pipe, 0));
	if (uv_pipe(ends, UV_NONBLOCK_PIPE, UV_NONBLOCK_PIPE) != 0)
		return bd_skip(b, "no pipe");
	must(uv_pipe_open(&c->to.pipe, ends[0]));
	must(uv_pipe_open(&c->from.pipe, ends[1]));
	channel_start(c);
	return 0;
}

BD_FAMILY("PipeMessages", channel_run, (1, 1024, 32768), .tags = "pipe", .setup = setup,
	.teardown = channel_teardown, .verify = channel_verify)
