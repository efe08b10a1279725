/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

struct state {
	uv_loop_t loop;
	uv_timer_t *timer;
	unsigned *delay; /* ms, all far away */
};

static void on_timer(uv_timer_t *timer)
{
	(void)timer;
	abort(); /* none is ever due */
}

/* Starts b->arg timers that are far away in a shuffled order, and stops them all. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	size_t count = (size_t)b->arg;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t alive;

		for (size_t k = 0; k < count; k++)
			uv_timer_start(&s->timer[k], on_timer, s->delay[k], 0);
		alive = s->loop.active_handles;
		digest = 0;
		for (size_t k = 0; k < count; k++) {
			/* The loop's time stands still: this is the delay again. */
			digest = digest * 3 + uv_timer_get_due_in(&s->timer[k]);
			uv_timer_stop(&s->timer[k]);
		}
		digest ^= (alive - s->loop.active_handles) << 48;
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 90;

	must(uv_loop_init(&s->loop));
	s->timer = bd_alloc((size_t)b->arg * sizeof(*s->timer));
	s->delay = bd_alloc((size_t)b->arg * sizeof(*s->delay));
	for (long k = 0; k < b->arg; k++) {
		must(uv_timer_init(&s->loop, &s->timer[k]));
		s->delay[k] = 1000000 + (unsigned)(bd_random(&seed) % 1000000);
	}
	b->items = (double)b->arg;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (!s)
		return;
	loop_end(&s->loop);
	free(s->timer);
	free(s->delay);
	free(s);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t digest = 0;

	for (long k = 0; k < b->arg; k++)
		digest = digest * 3 + s->delay[k];
	return bd_expect(b, digest ^ (uint64_t)b->arg << 48);
}

BD_FAMILY("TimerStartStop", run, (10, 100, 1000), .tags = "timer", .setup = setup,
	.teardown = teardown, .verify = verify)
