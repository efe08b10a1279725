/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define COUNT 200

struct state {
	uv_loop_t loop;
	uint64_t closed;
};

static void on_close(uv_handle_t *handle)
{
	struct state *s = handle->loop->data;

	s->closed++;
	free(handle);
}

/* Allocates 200 handles, closes them, and lets the loop free each in its callback. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->closed = 0;
		for (unsigned k = 0; k < COUNT; k++) {
			uv_timer_t *timer = malloc(sizeof(*timer));

			if (!timer)
				abort();
			uv_timer_init(&s->loop, timer);
			uv_close((uv_handle_t *)timer, on_close);
		}
		uv_run(&s->loop, UV_RUN_DEFAULT);
		bd_keep(s->closed);
	}
	bd_result(b, s->closed);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	s->loop.data = s;
	b->items = COUNT;
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
	return bd_expect(b, COUNT);
}

BD_BENCHMARK("HandleChurn", run, .tags = "loop,malloc", .setup = setup, .teardown = teardown,
	.verify = verify)
