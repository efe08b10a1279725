/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

#include <utlist.h>

#define COUNT 2048

struct node {
	unsigned value, number;
	struct node *prev, *next;
};

struct state {
	struct node node[COUNT], *head;
};

static int order(const struct node *x, const struct node *y)
{
	return (x->value > y->value) - (x->value < y->value);
}

/* Links 2048 nodes in a fixed order and sorts the list; equal ones keep their order. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		s->head = NULL;
		for (size_t k = 0; k < COUNT; k++)
			DL_APPEND(s->head, &s->node[k]);
		DL_SORT(s->head, order);
		digest = (uint64_t)s->head->number << 32 | s->head->prev->number;
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 51;

	for (unsigned k = 0; k < COUNT; k++) {
		s->node[k].number = k;
		s->node[k].value = (unsigned)(bd_random(&seed) % 1000000);
	}
	b->items = COUNT;
	/* The branch predictor learns these values: before the first sample, not during it. */
	run(b, 300);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	size_t low = 0, high = 0;

	for (size_t k = 1; k < COUNT; k++) {
		if (s->node[k].value < s->node[low].value)
			low = k;
		if (s->node[k].value >= s->node[high].value)
			high = k;
	}
	for (const struct node *m = s->head; m->next; m = m->next)
		if (m->value > m->next->value)
			return bd_wrong(b, "node %u is not in its place", m->number);
	return bd_expect(b, (uint64_t)low << 32 | high);
}

BD_BENCHMARK("UtlistSort", run, .tags = "list,sort", .setup = setup, .teardown = teardown,
	.verify = verify)
