/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define COUNT 256

struct state {
	uv_loop_t loop;
	uv_timer_t timer[COUNT];
	uint64_t digest;
};

static void on_timer(uv_timer_t *timer)
{
	struct state *s = timer->data;

	s->digest = s->digest * 31 + (uint64_t)(timer - s->timer);
}

/* Starts 256 timers that are due at once, every 17th first, and lets the loop run dry. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->digest = 1;
		for (unsigned k = 0; k < COUNT; k++)
			uv_timer_start(&s->timer[17 * k % COUNT], on_timer, 0, 0);
		uv_run(&s->loop, UV_RUN_DEFAULT);
		bd_keep(s->digest);
	}
	bd_result(b, s->digest);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	for (size_t k = 0; k < COUNT; k++) {
		must(uv_timer_init(&s->loop, &s->timer[k]));
		s->timer[k].data = s;
	}
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

/* Timers with the same time are called in the order in which they were started. */
static int verify(struct bd *b)
{
	uint64_t digest = 1;

	for (unsigned k = 0; k < COUNT; k++)
		digest = digest * 31 + 17 * k % COUNT;
	return bd_expect(b, digest);
}

BD_BENCHMARK("TimerFire", run, .tags = "timer", .setup = setup, .teardown = teardown,
	.verify = verify)
