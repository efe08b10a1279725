/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

struct node {
	struct node *next;
	uint64_t value;
};

struct state {
	long size;
	struct node *pool, *head;
	uint32_t *order; /* in which order the nodes of the pool stand in the list */
};

static void link_nodes(struct state *s)
{
	s->head = NULL;
	for (long k = 0; k < s->size; k++) {
		struct node *node = &s->pool[s->order[k]];

		node->value = (uint64_t)k;
		node->next = s->head;
		s->head = node;
	}
}

static void reverse(struct state *s)
{
	struct node *done = NULL;

	while (s->head) {
		struct node *node = s->head;

		s->head = node->next;
		node->next = done;
		done = node;
	}
	s->head = done;
}

/* Links the nodes in shuffled order, reverses the list, sums value times place. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		uint64_t place = 0;

		link_nodes(s);
		reverse(s);
		sum = 0;
		for (struct node *node = s->head; node; node = node->next)
			sum += node->value * place++;
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 14;

	s->size = b->arg;
	s->pool = bd_alloc((size_t)s->size * sizeof(*s->pool));
	s->order = bd_alloc((size_t)s->size * sizeof(*s->order));
	for (long k = 0; k < s->size; k++) {
		long other = (long)(bd_random(&random) % (uint64_t)(k + 1));

		s->order[k] = s->order[other];
		s->order[other] = (uint32_t)k;
	}
	b->items = (double)s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	free(s->pool);
	free(s->order);
	free(s);
}

/* Turned round, value and place are the same: a sum of squares. */
static int verify(struct bd *b)
{
	uint64_t last = (uint64_t)b->arg - 1;

	return bd_expect(b, last * (last + 1) * (2 * last + 1) / 6);
}

BD_FAMILY("LinkedList", run, (1000, 10000), .tags = "pointer,memory", .setup = setup,
	.teardown = teardown, .verify = verify)
