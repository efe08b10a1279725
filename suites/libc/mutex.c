/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <pthread.h>

#define TURNS 2000

struct state {
	pthread_mutex_t mutex;
	uint64_t counter;
};

/* Takes and gives back a mutex that nobody else wants. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->counter = 0;
		for (unsigned k = 0; k < TURNS; k++) {
			pthread_mutex_lock(&s->mutex);
			s->counter += k;
			pthread_mutex_unlock(&s->mutex);
		}
		bd_keep(s->counter);
	}
	bd_result(b, s->counter);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	pthread_mutex_init(&s->mutex, NULL);
	b->items = TURNS;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (s)
		pthread_mutex_destroy(&s->mutex);
	free(s);
}

static int verify(struct bd *b)
{
	return bd_expect(b, (uint64_t)TURNS * (TURNS - 1) / 2);
}

BD_BENCHMARK("MutexAlone", run, .tags = "thread", .setup = setup, .teardown = teardown,
	.verify = verify)
