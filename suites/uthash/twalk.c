/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

struct walk {
	uint64_t sum, visits;
};

static void visit(const void *node, VISIT when, void *data)
{
	const struct item *m = *(const struct item *const *)node;
	struct walk *w = data;

	if (when == postorder || when == leaf) {
		w->visits++;
		w->sum = w->sum * 3 + m->value;
	}
}

/* Walks over a tree of b->arg items in the order of their ids. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	struct walk w = { 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		w.sum = w.visits = 0;
		twalk_r(s->other, visit, &w);
		bd_keep(w.sum);
	}
	bd_result(b, w.sum ^ w.visits << 32);
}

static int setup(struct bd *b)
{
	return tree_setup(b, order_by_id);
}

/* Sorts the items and adds up in the same order. */
static int verify(struct bd *b)
{
	struct items *s = b->state;
	struct item *sorted = bd_alloc(s->count * sizeof(*sorted));
	uint64_t sum = 0;

	memcpy(sorted, s->all, s->count * sizeof(*sorted));
	qsort(sorted, s->count, sizeof(*sorted), order_by_id);
	for (size_t k = 0; k < s->count; k++)
		sum = sum * 3 + sorted[k].value;
	free(sorted);
	return bd_expect(b, sum ^ (uint64_t)s->count << 32);
}

BD_FAMILY("TwalkSum", run, (100, 10000), .tags = "tree,libc", .setup = setup,
	.teardown = tree_teardown, .verify = verify)
