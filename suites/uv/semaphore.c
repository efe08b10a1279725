/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define ROUNDS 20

struct state {
	uv_sem_t go, done;
	uv_thread_t thread;
	uint64_t value; /* handed to and fro; the semaphores order the accesses */
	int quit;
};

static void other_thread(void *data)
{
	struct state *s = data;

	for (;;) {
		uv_sem_wait(&s->go);
		if (s->quit)
			return;
		s->value = 3 * s->value + 1;
		uv_sem_post(&s->done);
	}
}

/* Hands a number to another thread and gets it back changed, 20 times. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->value = 1;
		for (unsigned k = 0; k < ROUNDS; k++) {
			uv_sem_post(&s->go);
			uv_sem_wait(&s->done);
		}
		bd_keep(s->value);
	}
	bd_result(b, s->value);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_sem_init(&s->go, 0));
	must(uv_sem_init(&s->done, 0));
	must(uv_thread_create(&s->thread, other_thread, s));
	b->items = ROUNDS;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (!s)
		return;
	s->quit = 1;
	uv_sem_post(&s->go);
	uv_thread_join(&s->thread);
	uv_sem_destroy(&s->go);
	uv_sem_destroy(&s->done);
	free(s);
}

/* x -> 3x + 1, twenty times from 1, is (3^21 - 1) / 2. */
static int verify(struct bd *b)
{
	return bd_expect(b, UINT64_C(5230176601));
}

BD_BENCHMARK("SemaphorePingPong", run, .tags = "thread", .setup = setup, .teardown = teardown,
	.verify = verify)
