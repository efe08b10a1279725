/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#include <signal.h>

#define ROUNDS 50

struct state {
	uv_loop_t loop;
	uv_signal_t signal;
	uint64_t caught, numbers;
};

static void on_signal(uv_signal_t *handle, int number)
{
	struct state *s = handle->data;

	s->numbers += (uint64_t)number;
	if (++s->caught < ROUNDS)
		raise(SIGUSR1);
	else
		uv_stop(&s->loop);
}

/* Raises a signal 50 times, each time when the loop has delivered the one before. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->caught = s->numbers = 0;
		raise(SIGUSR1);
		uv_run(&s->loop, UV_RUN_DEFAULT);
		bd_keep(s->numbers);
	}
	bd_result(b, s->numbers << 32 | s->caught);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	must(uv_signal_init(&s->loop, &s->signal));
	s->signal.data = s;
	must(uv_signal_start(&s->signal, on_signal, SIGUSR1));
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
	return bd_expect(b, (uint64_t)ROUNDS * SIGUSR1 << 32 | ROUNDS);
}

BD_BENCHMARK("SignalSelf", run, .tags = "signal", .setup = setup, .teardown = teardown,
	.verify = verify)
