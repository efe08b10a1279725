/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define ROUNDS 100

struct state {
	uv_loop_t loop;
	uv_async_t async;
	uint64_t wakes;
};

static void on_async(uv_async_t *async)
{
	struct state *s = async->data;

	if (++s->wakes < ROUNDS)
		uv_async_send(async);
	else
		uv_stop(&s->loop);
}

/* A handle that wakes its own loop 100 times, each time from its callback. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->wakes = 0;
		uv_async_send(&s->async);
		uv_run(&s->loop, UV_RUN_DEFAULT);
		bd_keep(s->wakes);
	}
	bd_result(b, s->wakes);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	must(uv_async_init(&s->loop, &s->async, on_async));
	s->async.data = s;
	b->items = ROUNDS;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (s)
		loop_end(&s->loop);
	free(s);
}

static int verify(struct bd *b)
{
	return bd_expect(b, ROUNDS);
}

BD_BENCHMARK("AsyncSelf", run, .tags = "async", .setup = setup, .teardown = teardown,
	.verify = verify)
