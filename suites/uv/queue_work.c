/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uv/loop.h"

/* Numbers that one job looks at: long enough to outweigh the waking of a thread. */
#define NUMBERS 64

struct job {
	uv_work_t request;       /* its data is the state */
	uint64_t number, answer; /* where to begin, how many steps */
};

struct state {
	uv_loop_t loop;
	struct job job[64];
	uint64_t sum, done;
};

/* The steps of the Collatz sequences that begin at `first` and the numbers after it. */
static uint64_t count_steps(uint64_t first)
{
	uint64_t steps = 0;

	for (uint64_t k = first; k < first + NUMBERS; k++)
		for (uint64_t v = k; v != 1; steps++)
			v = v % 2 ? 3 * v + 1 : v / 2;
	return steps;
}

/* In a thread of the pool. */
static void work(uv_work_t *request)
{
	struct job *j = (struct job *)request;

	j->answer = count_steps(j->number);
}

static void after_work(uv_work_t *request, int status)
{
	struct state *s = request->data;

	must(status);
	s->sum += ((struct job *)request)->answer;
	s->done++;
}

/* Gives b->arg small jobs to the thread pool and waits for all of them. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->sum = s->done = 0;
		for (long k = 0; k < b->arg; k++)
			must(uv_queue_work(&s->loop, &s->job[k].request, work, after_work));
		uv_run(&s->loop, UV_RUN_DEFAULT);
		bd_keep(s->sum);
	}
	bd_result(b, s->sum << 32 | s->done);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	must(uv_loop_init(&s->loop));
	for (unsigned k = 0; k < 64; k++) {
		s->job[k].request.data = s;
		s->job[k].number = 27 + (uint64_t)k * NUMBERS;
	}
	b->items = (double)b->arg;
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
	uint64_t steps = 0;

	/* Taking the odd step and the halving that follows it at once. */
	for (uint64_t k = 27; k < 27 + NUMBERS * (uint64_t)b->arg; k++)
		for (uint64_t v = k; v != 1; v = v & 1 ? v + (v >> 1) + 1 : v >> 1)
			steps += 1 + (v & 1);
	return bd_expect(b, steps << 32 | (uint64_t)b->arg);
}

BD_FAMILY("QueueWork", run, (16, 32, 64), .tags = "thread", .setup = setup,
	.teardown = teardown, .verify = verify)
