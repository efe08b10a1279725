/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#include <sys/eventfd.h>

#define ROUNDS 100

struct state {
	uv_loop_t loop;
	uv_poll_t poll;
	int fd;
	uint64_t round, sum;
};

static void on_ready(uv_poll_t *poll, int status, int events)
{
	struct state *s = poll->data;
	eventfd_t value = 0;

	must(status);
	if (!(events & UV_READABLE) || eventfd_read(s->fd, &value) != 0)
		return;
	s->sum += value;
	if (++s->round <= ROUNDS)
		eventfd_write(s->fd, s->round);
	else
		uv_stop(&s->loop);
}

/* Writes to a descriptor whenever the loop says that it can be read: 1 + 1 + 2 + ... + 100. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->round = s->sum = 0;
		eventfd_write(s->fd, 1);
		uv_run(&s->loop, UV_RUN_DEFAULT);
		bd_keep(s->sum);
	}
	bd_result(b, s->sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	s->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (s->fd < 0)
		return bd_skip(b, "no eventfd");
	must(uv_poll_init(&s->loop, &s->poll, s->fd));
	s->poll.data = s;
	must(uv_poll_start(&s->poll, UV_READABLE, on_ready));
	b->items = ROUNDS;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (!s)
		return;
	loop_end(&s->loop);
	if (s->fd >= 0)
		close(s->fd);
	free(s);
}

static int verify(struct bd *b)
{
	return bd_expect(b, 1 + ROUNDS * (ROUNDS + 1) / 2);
}

BD_BENCHMARK("PollEventfd", run, .tags = "poll", .setup = setup, .teardown = teardown,
	.verify = verify)
