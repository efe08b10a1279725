/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define TURNS 100

struct state {
	uv_loop_t loop;
	uv_idle_t idle[128];
	uv_prepare_t prepare;
	uv_check_t check;
	uint64_t idles, prepares, checks;
};

static void on_idle(uv_idle_t *handle)
{
	((struct state *)handle->data)->idles++;
}

static void on_prepare(uv_prepare_t *handle)
{
	((struct state *)handle->data)->prepares++;
}

static void on_check(uv_check_t *handle)
{
	((struct state *)handle->data)->checks++;
}

/* Turns a loop 100 times that has b->arg idle handles, one prepare and one check handle. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t calls = 0;

	for (uint64_t i = 0; i < n; i++) {
		s->idles = s->prepares = s->checks = 0;
		for (unsigned turn = 0; turn < TURNS; turn++)
			uv_run(&s->loop, UV_RUN_NOWAIT);
		calls = s->idles << 32 | s->prepares << 16 | s->checks;
		bd_keep(calls);
	}
	bd_result(b, calls);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	for (long k = 0; k < b->arg; k++) {
		must(uv_idle_init(&s->loop, &s->idle[k]));
		s->idle[k].data = s;
		must(uv_idle_start(&s->idle[k], on_idle));
	}
	must(uv_prepare_init(&s->loop, &s->prepare));
	must(uv_check_init(&s->loop, &s->check));
	s->prepare.data = s->check.data = s;
	must(uv_prepare_start(&s->prepare, on_prepare));
	must(uv_check_start(&s->check, on_check));
	b->items = TURNS;
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
	return bd_expect(
		b, (uint64_t)b->arg * TURNS << 32 | (uint64_t)TURNS << 16 | (uint64_t)TURNS);
}

BD_FAMILY("LoopTurns", run, (1, 16, 128), .tags = "loop", .setup = setup, .teardown = teardown,
	.verify = verify)
