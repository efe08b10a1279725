/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

/* Walks over a table of b->arg items in the order in which they were added. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (const struct item *m = s->head; m; m = m->by_id.next)
			sum = sum * 3 + m->value;
		bd_keep(sum);
		bd_clobber();
	}
	bd_result(b, sum);
}

static int verify(struct bd *b)
{
	struct items *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < s->count; k++)
		sum = sum * 3 + s->all[k].value;
	return bd_expect(b, sum);
}

BD_FAMILY("UtIterate", run, (100, 10000, 100000), .tags = "hash", .setup = ids_setup,
	.teardown = ids_teardown, .verify = verify)
