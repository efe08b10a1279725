/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

/* Looks up 2048 items by name, half of them unknown, in a tree of b->arg items. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t found = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		found = sum = 0;
		for (size_t k = 0; k < PROBES; k++) {
			const struct item *m = tree_find(s->probe[k], &s->other, order_by_name);

			if (m) {
				found++;
				sum += m->value;
			}
		}
		bd_keep(sum);
	}
	bd_result(b, found << 32 | sum);
}

static int setup(struct bd *b)
{
	int rc = tree_setup(b, order_by_name);

	b->items = PROBES;
	return rc;
}

BD_FAMILY("TfindByStr", run, (10, 1000, 10000, 100000), .tags = "tree,libc", .setup = setup,
	.teardown = tree_teardown, .verify = items_expect_probes)
