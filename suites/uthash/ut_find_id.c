/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

/* Looks up 2048 ids, half of them unknown, in a table of b->arg items. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t found = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		found = sum = 0;
		for (size_t k = 0; k < PROBES; k++) {
			const struct item *m = find_id(s, s->probe[k]->id);

			if (m) {
				found++;
				sum += m->value;
			}
		}
		bd_keep(sum);
		bd_clobber();
	}
	bd_result(b, found << 32 | sum);
}

static int setup(struct bd *b)
{
	int rc = ids_setup(b);

	b->items = PROBES;
	return rc;
}

BD_FAMILY("UtFindInt", run, (10, 1000, 10000, 100000), .tags = "hash", .setup = setup,
	.teardown = ids_teardown, .verify = items_expect_probes)
