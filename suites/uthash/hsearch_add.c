/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

/* Puts b->arg items into a table by name, looks one up, and destroys the table. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		struct hsearch_data table;
		const struct item *found;

		hsearch_make(&table, s->count);
		for (size_t k = 0; k < s->count; k++)
			hsearch_add(&table, &s->all[k]);
		found = hsearch_find(&table, s->all[s->count / 2].name);
		digest = (uint64_t)table.filled << 32 | (found ? found->value : 0);
		bd_keep(digest);
		hdestroy_r(&table);
	}
	bd_result(b, digest);
}

static int verify(struct bd *b)
{
	struct items *s = b->state;

	return bd_expect(b, (uint64_t)b->arg << 32 | s->all[s->count / 2].value);
}

BD_FAMILY("HsearchAdd", run, (10, 100, 1000, 10000), .tags = "hash,libc", .setup = items_setup,
	.teardown = items_teardown, .verify = verify)
