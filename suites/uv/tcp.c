/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/channel.h"

#include <arpa/inet.h>
#include <sys/socket.h>

/* A connection of this machine with itself; returns 0, or -1 if there is no such thing. */
static int connect_to_self(int ends[2])
{
	struct sockaddr_in address = { .sin_family = AF_INET };
	struct sockaddr *a = (struct sockaddr *)&address;
	socklen_t size = sizeof(address);
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	ends[0] = ends[1] = -1;
	if (listener >= 0 && bind(listener, a, size) == 0 && listen(listener, 1) == 0 &&
		getsockname(listener, a, &size) == 0) {
		ends[0] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		if (ends[0] >= 0 && connect(ends[0], a, size) == 0)
			ends[1] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	}
	if (listener >= 0)
		close(listener);
	if (ends[1] < 0 && ends[0] >= 0)
		close(ends[0]);
	return ends[1] < 0 ? -1 : 0;
}

/* Sends 32 messages of b->arg bytes through a TCP connection over the loopback interface. */
static int setup(struct bd *b)
{
	struct channel *c = channel_make(b);
	int ends[2];

	must(uv_tcp_init(&c->loop, &c->from.tcp));
	must(uv_tcp_init(&c->loop, &c->to.tcp));
	if (connect_to_self(ends) != 0)
		return bd_skip(b, "no TCP over the loopback interface");
	must(uv_tcp_open(&c->to.tcp, ends[0]));
	must(uv_tcp_open(&c->from.tcp, ends[1]));
	must(uv_tcp_nodelay(&c->from.tcp, 1));
	channel_start(c);
	return 0;
}

BD_FAMILY("TcpMessages", channel_run, (1, 1024, 16384), .tags = "socket,tcp", .setup = setup,
	.teardown = channel_teardown, .verify = channel_verify)
