/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

#define REPLACED 512

/* Takes 512 items out of a tree of b->arg, one by one, and puts each back at once. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	size_t step = s->count / REPLACED;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < REPLACED; k++) {
			struct item *m = &s->all[k * step];

			if (tdelete(m, &s->other, order_by_id))
				sum += m->value;
			sum += tree_find(m, &s->other, order_by_id) != NULL;
			tsearch(m, &s->other, order_by_id);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	int rc = tree_setup(b, order_by_id);

	b->items = REPLACED;
	return rc;
}

static int verify(struct bd *b)
{
	struct items *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < REPLACED; k++)
		sum += s->all[k * (s->count / REPLACED)].value;
	for (size_t k = 0; k < s->count; k++)
		if (tree_find(&s->all[k], &s->other, order_by_id) != &s->all[k])
			return bd_wrong(b, "item %zu is no longer in the tree", k);
	return bd_expect(b, sum);
}

BD_FAMILY("TsearchReplace", run, (1000, 10000), .tags = "tree,libc", .setup = setup,
	.teardown = tree_teardown, .verify = verify)
