/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

/* Puts b->arg items into a tree by name, looks one up, and destroys the tree. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		void *root = NULL;
		const struct item *found;
		uint64_t fresh = 0;

		for (size_t k = 0; k < s->count; k++) {
			struct item **node = tsearch(&s->all[k], &root, order_by_name);

			fresh += node && *node == &s->all[k];
		}
		found = tree_find(&s->all[s->count / 2], &root, order_by_name);
		digest = fresh << 32 | (found ? found->value : 0);
		bd_keep(digest);
		tdestroy(root, leave_item);
	}
	bd_result(b, digest);
}

static int verify(struct bd *b)
{
	struct items *s = b->state;

	return bd_expect(b, (uint64_t)b->arg << 32 | s->all[s->count / 2].value);
}

BD_FAMILY("TsearchAdd", run, (10, 100, 1000, 4000), .tags = "tree,libc", .setup = items_setup,
	.teardown = items_teardown, .verify = verify)
