/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

#define ROUNDS 8

/* Two loops in two threads; each touches only its own half. */
struct state {
	uv_loop_t here_loop, there_loop;
	uv_async_t here, there, quit;
	uint64_t answers;   /* of the main thread */
	uint64_t questions; /* of the other one; atomic */
	uv_thread_t thread;
};

static void on_answer(uv_async_t *async)
{
	struct state *s = async->data;

	if (++s->answers < ROUNDS)
		uv_async_send(&s->there);
	else
		uv_stop(&s->here_loop);
}

static void on_question(uv_async_t *async)
{
	struct state *s = async->data;

	__atomic_fetch_add(&s->questions, 1, __ATOMIC_RELAXED);
	uv_async_send(&s->here);
}

static void on_quit(uv_async_t *async)
{
	uv_stop(async->loop);
}

static void other_thread(void *data)
{
	struct state *s = data;

	uv_run(&s->there_loop, UV_RUN_DEFAULT);
	loop_end(&s->there_loop);
}

/* Wakes a loop in another thread, which wakes this one: eight times there and back. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t questions = 0;

	for (uint64_t i = 0; i < n; i++) {
		s->answers = 0;
		__atomic_store_n(&s->questions, 0, __ATOMIC_RELAXED);
		uv_async_send(&s->there);
		uv_run(&s->here_loop, UV_RUN_DEFAULT);
		questions = __atomic_load_n(&s->questions, __ATOMIC_RELAXED);
	}
	bd_result(b, questions << 32 | s->answers);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->here_loop));
	must(uv_loop_init(&s->there_loop));
	must(uv_async_init(&s->here_loop, &s->here, on_answer));
	must(uv_async_init(&s->there_loop, &s->there, on_question));
	must(uv_async_init(&s->there_loop, &s->quit, on_quit));
	s->here.data = s->there.data = s;
	must(uv_thread_create(&s->thread, other_thread, s));
	b->items = ROUNDS;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (!s)
		return;
	uv_async_send(&s->quit);
	uv_thread_join(&s->thread);
	loop_end(&s->here_loop);
	free(s);
}

static int verify(struct bd *b)
{
	return bd_expect(b, (uint64_t)ROUNDS << 32 | ROUNDS);
}

BD_BENCHMARK("AsyncPingPong", run, .tags = "async,thread", .setup = setup, .teardown = teardown,
	.verify = verify)
